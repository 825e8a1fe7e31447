-- Applies records of one partition of lock.commands to its state and answers with the events not yet published.
-- Decides by log time alone: no TIME, no TTL, no random, no order of a table. Called again with the same records it changes nothing.
--
-- KEYS[1] meta hash: the partition's numbers, settings and identity, see includes/load_state
-- KEYS[2] ids hash: id -> held lock, waiting request or remembered ending, see includes/records
-- KEYS[3] counters hash: name of a path -> how many of what, see includes/counters
-- KEYS[4] index zset: all 0, one member per target of a held lock, by mode and path, see includes/add_held
-- KEYS[5] own zset: all 0, one member per target of a held lock or waiting request, by owner and path, see includes/own_count
-- KEYS[6] leases zset: the time at which a lock ends or is told again -> token, id
-- KEYS[7] ended list: remembered endings in chunks, oldest first, see includes/remember
-- KEYS[8] outbox list: events not known to be published, see includes/emit
-- KEYS[9] usage hash: name of an account or sub-account -> what it has and how often it asked lately, see includes/usage
-- KEYS[10] usageOrder list: when to look whether nothing of a usage is left
-- KEYS[11] queue zset: all 0, one member per waiting request, by account, then arrival, see includes/enqueue
-- KEYS[12] waits zset: deadline -> arrival, id
-- KEYS[13] waitIndex zset: all 0, one member per target of a waiting request and level at or above it
-- KEYS[14] namers zset: all 0, one member per lock that a waiting request names in holding
-- KEYS[15] moved hash: name of a path that was moved or removed -> what is known of it, see includes/moved_record
-- KEYS[16] movedOrder zset: all 0, one member per such path, by account, then event; and one by account, then path, if it is gone
-- KEYS[17] movedTimes list: such paths in the order in which they were written, to be forgotten after ten minutes
-- KEYS[18] sessions hash: name of a session -> what is known of it while it is alive, see includes/sessions
-- KEYS[19] sessionTimes zset: the time at which a session ends -> its name
-- KEYS[20] bound zset: all 0, one member per lock or request that is bound to a session, by session
-- KEYS[21] touched hash: whom a record that took more than one call may still have to promote, see includes/note_end
--
-- ARGV[1] identity text: cluster, topic and group that the state belongs to
-- ARGV[2] numbers of 8 bytes each:
--   partition
--   expectedOffset: last offset handed in before this call, -1 if none
--   publishedSeq: last event known to be committed
--   fromSeq: last event that the caller has, at least publishedSeq; answer with those above it
--   budget: stop when so many units of work are done; a unit is about a microsecond
--   mostEvents: answer with so many events at most
--   mostBytes: and with so many bytes of them, but for the first
--   reading: how the records were read, see includes/reading_in_force; the caller ends a batch behind settings
-- ARGV[3] entries: of each record kind (1 byte), offset, appendedAt (8 each), leaderEpoch, hash of the account (4 each), id, owner (12 each),
--   number (4). Ids and names are digests of 12 bytes; what a kind does not have is 0.
-- ARGV[4] contents: of each record, by kind:
--   A acquire: LOCK, see includes/parse_lock; number is 1 if it replaces a lock, see includes/replace; ASKING and graceMs if it asks holders to
--     yield, see includes/read_ahead
--   N renew, R release, F force release: COMMAND, see includes/emit; number is leaseMs or 0 (N), what it claims (R), see includes/release
--   Y yield: COMMAND; number is 0, or 1 and graceMs
--   M release all: names of account and sub-account, COMMAND; number is 1 if it names a session
--   K keep alive: names of account and sub-account, bytes charged (4), length (2) and key of the session, see includes/sessions, COMMAND; number is
--     leaseMs
--   I invalid: COMMAND
--   S settings: the numbers of SETTING joined by commas, '' = as before
--   T tick or dead letter: nothing
--
-- Returns APPLIED, the numbers as in includes/header_reply, counts: number of records done (4 bytes), next deadline or -1, held, waiting (8 each);
--   the next events, two elements each; or STALE, first seq kept; or BEHIND, appliedOffset; or EMPTY, why; or AHEAD, why; or OTHER_READING, how
--   they are to be read, if they were read otherwise.
-- Complexity O(d * log n) per record and target: d = depth of its path, n = locks in the partition; each expired lease and each timed-out wait
--   counts as a record, and each session that ends as one; an ending adds O(d) for each waiting request that it may unblock, see
--   includes/each_unblocked.
-- @include acquire, applied_places, apply_settings, bounds, call_arguments, change, count_empty, count_sizes, digest_of_header, due_or_none
-- @include ended_floor_at, entry_at, first_state, flush_all, force_release, forget_endings, forget_moved, header_reply, is_older
-- @include is_touched_ours, keep_alive, keys, kinds
-- @include let_time_pass, load_state, lost_text, next_log_time, note_end, outbox_page, outcomes, promote, read_ahead, read_header
-- @include reading_in_force, refresh_next_due, refuse_gone, refuse_invalid, release, release_all, renew, save_state, seq_before_first, setting_places
-- @include sizes, state, text, yield

local identity, entries, first_content = ARGV[CALL.IDENTITY], ARGV[CALL.ENTRIES], CALL.REST
local partition, expected_offset, published_seq, from_seq, budget, most_events, most_bytes, reading =
  struct.unpack('>i8i8i8i8i8i8i8i8', ARGV[CALL.NUMBERS])
local last = #entries / ENTRY_BYTES

-- Checks the state, and whether this caller may go on from it. Nothing is written in this part.

local header = read_header()
if header[IDENTITY] and header[FORMAT_PLACE] ~= FORMAT then
  local what = 'the state has format ' .. (header[FORMAT_PLACE] or '1') .. ', this arbiter knows ' .. FORMAT
  return {is_older(header) and header[IDENTITY] == identity and OUTCOME.EMPTY or OUTCOME.AHEAD, what}
end
count_empty(header[SIZES])
count_sizes()
local found = packed_sizes()
if not header[IDENTITY] then
  if expected_offset >= 0 or published_seq > 0 or #header == 0 then
    return {OUTCOME.EMPTY, 'there is no state'}
  end
  if found ~= NO_SIZES then
    return {OUTCOME.EMPTY, 'there is half a state: no header'}
  end
  header = first_state()
elseif header[APPLYING] ~= '0' then
  return {OUTCOME.EMPTY, 'there is half a state: a script broke off while applying a record'}
elseif header[IDENTITY] ~= identity then
  return {OUTCOME.AHEAD, 'the state belongs to ' .. header[IDENTITY] .. ', this is ' .. identity}
elseif not is_digest_right(header) then
  return {OUTCOME.EMPTY, 'there is half a state: its header is not as the last call has left it'}
elseif header[SIZES] ~= found then
  return {OUTCOME.EMPTY, 'there is half a state: ' .. lost_text(found, header[SIZES])}
elseif not is_touched_ours(header) then
  return {OUTCOME.EMPTY, 'there is half a state: touched is of another type'}
end
load_state(header)
if state.settings_count > SETTINGS then
  return {OUTCOME.AHEAD, 'the state has ' .. text(state.settings_count) .. ' settings, this arbiter knows ' .. text(SETTINGS)}
end
if state.applied_offset < expected_offset then
  return {OUTCOME.BEHIND, text(state.applied_offset)}
end

-- 0 stands for the number before the first event.
if published_seq == 0 or from_seq == 0 then
  published_seq, from_seq = math.max(published_seq, seq_before_first()), math.max(from_seq, seq_before_first())
end
local first_kept = state.seq - sizes[KEY.OUTBOX] / 2 + 1
if published_seq < first_kept - 1 then
  return {OUTCOME.STALE, text(first_kept)}
end

local first = 1
while first <= last do
  local _, offset, appended_at, leader_epoch = entry_at(entries, first)
  if offset > state.applied_offset then
    break
  end
  if offset == state.applied_offset and (appended_at ~= state.applied_at or leader_epoch ~= state.applied_epoch) then
    return {OUTCOME.AHEAD, 'the record at offset ' .. text(offset) .. ' was appended at ' .. text(appended_at) .. ' under leader epoch '
      .. text(leader_epoch) .. ', the state has applied one appended at ' .. text(state.applied_at) .. ' under leader epoch '
      .. text(state.applied_epoch)}
  end
  first = first + 1
end
state.done = first - 1

if state.todo and first <= last then
  local _, offset = entry_at(entries, first)
  if offset ~= state.todo.offset then
    return {OUTCOME.AHEAD, 'the record at offset ' .. text(state.todo.offset) .. ' is half applied, the next one handed in has offset '
      .. text(offset)}
  end
end

if reading ~= reading_in_force() then
  return {OUTCOME.OTHER_READING, text(reading_in_force())}
end

-- From here on the state changes.

if header[IDENTITY] == identity then
  redis.call('HSET', KEY.META, 'applying', '1')
else
  redis.call('HSET', KEY.META, 'applying', '1', 'identity', identity, 'format', FORMAT, 'settings', header[SETTINGS_PLACE], 'todo', header[TODO])
end
if published_seq >= first_kept then
  change('LTRIM', KEY.OUTBOX, text(2 * (published_seq - first_kept + 1)), '-1')
end

state.partition, state.published_seq, state.seq_before = partition, published_seq, state.seq
state.budget = budget
-- A call in which time passes and nothing is due has nothing to read and nothing to write but the header.
local is_quiet = not state.todo and are_ticks(entries, first, last)
local requests, last_read = {}, last
if not is_quiet then
  local work
  requests, last_read, work = read_ahead(entries, first, last, first_content, budget)
  budget = math.max(1, budget - work)
  state.budget = budget
end

-- A record has five phases: what is due, promotion, the command, requests at paths that are gone, promotion. Each may take several calls. The rest
-- is kept in state.todo: phase, seq and log time before the record, promotion (includes/note_end), paths gone, pause of a search, and where a
-- command to release all is.

-- A tick and a dead letter decide nothing.
local function decided_by(kind)
  return kind == KIND.ACQUIRE and acquire or kind == KIND.RELEASE and release or kind == KIND.RENEW and renew
    or kind == KIND.INVALID and refuse_invalid or kind == KIND.FORCE_RELEASE and force_release or kind == KIND.YIELD and yield
    or kind == KIND.RELEASE_ALL and release_all or kind == KIND.KEEP_ALIVE and keep_alive or kind == KIND.SETTINGS and apply_settings or nil
end

-- One table for all records of a call, as a record that is done leaves nothing in it.
local free_todo = {offset = 0, phase = 0, seq = 0, at = 0}
local DUE, PROMOTE, COMMAND, GONE, PROMOTE_AGAIN = 1, 2, 3, 4, 5

-- Goes on from the phase in todo; false if the budget ended before the record did.
local function apply(decide, id, content, account_hash, owner, number)
  local todo = state.todo
  if todo.phase == DUE and (state.next_due > state.at or let_time_pass(budget)) then
    todo.phase = PROMOTE
  end
  if todo.phase == PROMOTE and (not todo.promotion or promote(budget)) then
    todo.phase = COMMAND
  end
  if todo.phase == COMMAND then
    if decide and decide(id, content, account_hash, owner, number) == false then
      return false
    end
    todo.phase = GONE
  end
  if todo.phase == GONE and (not todo.gone or refuse_gone(budget)) then
    todo.phase, todo.gone = PROMOTE_AGAIN, nil
  end
  return todo.phase == PROMOTE_AGAIN and (not todo.promotion or promote(budget))
end

for n = first, last_read do
  if state.work >= budget then
    break
  end
  local kind, offset, appended_at, leader_epoch, account_hash, id, owner, number = entry_at(entries, n)
  state.offset = offset
  if not state.todo then
    free_todo.offset, free_todo.phase, free_todo.seq, free_todo.at = offset, DUE, state.seq, state.at
    state.todo = free_todo
    state.at = next_log_time(state.at, state.applied_at, appended_at)
  end
  state.stands_for = (state.at - appended_at) % CLOCK_STEP_MS
  if not apply(decided_by(kind), id, requests[n] or ARGV[first_content + n - 1], account_hash, owner, number) then
    break
  end
  state.todo = nil
  state.applied_offset, state.applied_at, state.applied_epoch = offset, appended_at, leader_epoch
  state.done, state.work = state.done + 1, state.work + 3
end

if state.oldest_ended_at ~= 0 and state.oldest_ended_at <= ended_floor_at() then
  forget_endings(2)
  is_quiet = false
end
if state.oldest_moved_at ~= 0 and state.oldest_moved_at + MOVED_KEPT_MS <= state.at then
  forget_moved()
  is_quiet = false
end
local interval = math.max(state.settings[SETTING.WINDOW_MS], state.settings[SETTING.REPEAT_WINDOW_MS])
if state.oldest_usage_at ~= 0 and state.oldest_usage_at + interval <= state.at then
  forget_usage(16 + state.done, interval)
  is_quiet = false
end
if not is_quiet or state.seq ~= state.seq_before or state.todo or state.is_session_changed then
  flush_all()
end
if state.is_next_due_gone then
  refresh_next_due()
end
if state.todo and state.todo.promotion then
  keep_noted()
end
count_sizes()
save_state()

-- The events of this call are the page, if they fit.
local events = state.events
if from_seq ~= state.seq_before or complete_seq() ~= state.seq or #events > 2 * most_events or state.events_bytes > most_bytes then
  events = outbox_page(from_seq, state.seq_before, most_events, most_bytes, sizes[KEY.OUTBOX])
end
local reply = {OUTCOME.APPLIED, '', '', ''}
reply[APPLIED_REPLY.HEADER], reply[APPLIED_REPLY.EVENTS] = header_reply(), events
reply[APPLIED_REPLY.COUNTS] = struct.pack('>I4i8I8I8', state.done, due_or_none(), sizes[KEY.LEASES], sizes[KEY.WAITS])
return reply
