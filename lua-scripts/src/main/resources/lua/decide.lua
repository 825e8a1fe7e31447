-- Applies records of one partition of lock.commands to its state and answers with the events not yet published.
-- Decides by log time alone: no TIME, no TTL, no random, no order of a table. Called again with the same records it changes nothing.
--
-- KEYS[1] meta hash: the partition's numbers, settings and identity, see includes/load_state
-- KEYS[2] ids hash: id -> held lock, waiting request or remembered ending, see includes/records
-- KEYS[3] counters hash: name of a path, account or sub-account -> how many of what, see includes/counters
-- KEYS[4] index zset: all 0, one member per target of a held lock, by mode and path, see includes/grant
-- KEYS[5] own zset: all 0, one member per target of a held lock or waiting request, by owner and path, see includes/own
-- KEYS[6] leases zset: expiresAt -> token, id
-- KEYS[7] ended list: remembered endings in chunks, oldest first, see includes/remember
-- KEYS[8] outbox list: events not known to be published, see includes/emit
-- KEYS[9] windows hash: name of an account or sub-account and what is counted -> how often lately, see includes/windows
-- KEYS[10] windowOrder list: when to look whether a window is over
-- KEYS[11] queue zset: all 0, one member per waiting request, by account, then arrival, see includes/enqueue
-- KEYS[12] waits zset: deadline -> arrival, id
-- KEYS[13] waitIndex zset: all 0, one member per target of a waiting request and level at or above it
-- KEYS[14] namers zset: all 0, one member per lock that a waiting request names in holding
-- KEYS[15] walk hash: counters of a promotion walk that took more than one call
--
-- ARGV[1] identity text: cluster, topic and group that the state belongs to
-- ARGV[2] partition integer
-- ARGV[3] expectedOffset integer: last offset handed in before this call, -1 if none
-- ARGV[4] publishedSeq integer: last event known to be committed
-- ARGV[5] fromSeq integer: last event that the caller has, at least publishedSeq; answer with those above it
-- ARGV[6] budget integer: stop when so many units of work are done; a unit is about a microsecond
-- ARGV[7] mostEvents integer: answer with so many events at most
-- ARGV[8] mostBytes integer: and with so many bytes of them, but for the first
-- ARGV[9] entries: of each record kind (1 byte), offset, appendedAt (8 each), leaderEpoch, hash of the account (4 each), id, owner (12 each),
--   number (4). Ids and names are digests of 12 bytes; what a kind does not have is 0.
-- ARGV[10] contents: of each record, by kind:
--   A acquire: LOCK, see includes/lock
--   N renew, R release, F force release: COMMAND, see includes/emit; number is leaseMs or 0 (N), 1 if gone (R)
--   I invalid: COMMAND
--   S settings: the numbers of SETTING_NAMES joined by commas, '' = as before
--   T tick or dead letter: nothing
--
-- Returns APPLIED, number of records done, the numbers as in includes/header_reply, next deadline or '', held, waiting, the next events, two elements
--   each; or STALE, first seq kept; or BEHIND, appliedOffset; or EMPTY, why; or AHEAD, why.
-- Complexity O(d * log n) per record and target: d = depth of its path, n = locks in the partition; each expired lease and each timed-out wait
--   counts as a record; an ending that may unblock somebody adds O(q * d) for the q waiting requests of its account.
-- @include acquire, applied_places, apply_settings, call_arguments, count, count_windows, counters, emit, event_page, first_state, flush_members
-- @include force_release, forget, gone, header_reply, keys, kinds, load_state, outcomes, promote, read_ahead, refuse_invalid, release, remember
-- @include renew, save_state, setting_names, sizes, state, text, time, write_record

local identity, partition = ARGV[CALL.IDENTITY], tonumber(ARGV[CALL.PARTITION])
local expected_offset, published_seq = tonumber(ARGV[CALL.EXPECTED_OFFSET]), tonumber(ARGV[CALL.PUBLISHED_SEQ])
local from_seq, budget = tonumber(ARGV[CALL.FROM_SEQ]), tonumber(ARGV[CALL.BUDGET])
local entries, first_content = ARGV[CALL.ENTRIES], CALL.REST
local last = #entries / ENTRY_BYTES

-- What there is, and whether this caller may go on from it. Nothing is written up to the end of this part.

local header = read_header()
if not header[IDENTITY] then
  if expected_offset >= 0 or published_seq > 0 then
    return {OUTCOME.EMPTY, 'there is no state'}
  end
  if sizes() ~= NO_SIZES then
    return {OUTCOME.EMPTY, 'there is half a state: no header'}
  end
  header = first_state()
elseif header[APPLYING] ~= '0' then
  return {OUTCOME.EMPTY, 'there is half a state: a script broke off while applying a record'}
elseif header[IDENTITY] ~= identity then
  return {OUTCOME.AHEAD, 'the state belongs to ' .. header[IDENTITY] .. ', this is ' .. identity}
elseif header[SIZES] ~= sizes() then
  return {OUTCOME.EMPTY, 'there is half a state: sizes are ' .. sizes() .. ', remembered ' .. header[SIZES]}
end
load_state(header)
if state.format ~= FORMAT then
  return {OUTCOME.AHEAD, 'the state has format ' .. text(state.format) .. ', this arbiter knows ' .. text(FORMAT)}
end
if state.settings_count > #SETTING_NAMES then
  return {OUTCOME.AHEAD, 'the state has ' .. text(state.settings_count) .. ' settings, this arbiter knows ' .. text(#SETTING_NAMES)}
end
if state.applied_offset < expected_offset then
  return {OUTCOME.BEHIND, text(state.applied_offset)}
end

local first_kept = state.seq - redis.call('LLEN', KEY.OUTBOX) / 2 + 1
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

-- From here on the state changes.

redis.call('HSET', KEY.META, 'applying', '1', 'identity', identity)
if published_seq >= first_kept then
  redis.call('LTRIM', KEY.OUTBOX, text(2 * (published_seq - first_kept + 1)), '-1')
end

state.partition, state.published_seq, state.seq_before = partition, published_seq, state.seq
refresh_next_due()
read_ahead(entries, first, last, first_content)

-- One record: what is due, promotion, the command, whom its path was taken from, promotion. Each part may take several calls; what is left
-- is kept in state.todo: phase, seq before the record, accounts touched in order, those to walk, cursor of the walk, paths gone.
local DECIDE = {[KIND.ACQUIRE] = acquire, [KIND.RENEW] = renew, [KIND.RELEASE] = release, [KIND.FORCE_RELEASE] = force_release,
  [KIND.INVALID] = refuse_invalid, [KIND.SETTINGS] = apply_settings}
local DUE, PROMOTE, COMMAND, GONE, PROMOTE_AGAIN = 1, 2, 3, 4, 5

local function apply(decide, id, content, account_hash, owner, number)
  local todo = state.todo
  if todo.phase == DUE and let_time_pass(budget) then
    todo.phase = PROMOTE
  end
  if todo.phase == PROMOTE and promote(budget) then
    todo.phase = COMMAND
  end
  if todo.phase == COMMAND then
    if decide then
      decide(id, content, account_hash, owner, number)
    end
    todo.phase = GONE
  end
  if todo.phase == GONE and refuse_gone(budget) then
    todo.phase = PROMOTE_AGAIN
  end
  return todo.phase == PROMOTE_AGAIN and promote(budget)
end

for n = first, last do
  if state.work >= budget then
    break
  end
  local kind, offset, appended_at, leader_epoch, account_hash, id, owner, number = entry_at(entries, n)
  state.at, state.offset = math.max(state.at, appended_at), offset
  state.todo = state.todo or {offset = offset, phase = DUE, seq = state.seq}
  if not apply(DECIDE[kind], id, ARGV[first_content + n - 1], account_hash, owner, number) then
    break
  end
  state.todo = nil
  state.applied_offset, state.applied_at, state.applied_epoch = offset, appended_at, leader_epoch
  state.done = state.done + 1
  state.work = state.work + 3
end

forget_endings(2)
forget_windows(16 + state.done)
flush_endings()
flush_windows()
flush_records()
flush_counters(counters)
flush_all_members()
flush_events()
save_state()

local reply = {OUTCOME.APPLIED}
reply[APPLIED_REPLY.DONE], reply[APPLIED_REPLY.HEADER], reply[APPLIED_REPLY.NEXT_DEADLINE] = text(state.done), header_reply(), next_deadline()
reply[APPLIED_REPLY.HELD], reply[APPLIED_REPLY.WAITING] = text(redis.call('ZCARD', KEY.LEASES)), text(redis.call('ZCARD', KEY.WAITS))
reply[APPLIED_REPLY.EVENTS] = event_page(from_seq, state.seq_before, tonumber(ARGV[CALL.MOST_EVENTS]), tonumber(ARGV[CALL.MOST_BYTES]))
return reply
