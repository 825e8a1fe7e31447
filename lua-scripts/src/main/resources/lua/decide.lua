-- Applies records of one partition of lock.commands to its state and answers with the events not yet published.
-- Decides by log time alone: no TIME, no TTL, no random, no order of a table. Called again with the same records it changes nothing.
--
-- KEYS[1] meta hash: the partition's numbers, settings and identity
-- KEYS[2] ids hash: account NUL lockId -> held lock, waiting request or remembered ending (msgpack array, see includes/record_fields)
-- KEYS[3] index zset: all 0, one member per target of a held lock, see includes/index_member
-- KEYS[4] leases zset: expiresAt -> token NUL account NUL lockId
-- KEYS[5] counters hash: targets per path and owner, locks per account and sub-account, see includes/counters
-- KEYS[6] ended list: endedAt (8 bytes), account NUL lockId of remembered endings, oldest first
-- KEYS[7] outbox list: events not known to be published, see includes/emit
-- KEYS[8] rates hash: account NUL subAccount -> append times of its counted acquires (8 bytes each), oldest first
-- KEYS[9] rateOrder list: append time (8 bytes), account NUL subAccount of each counted acquire, oldest first
-- KEYS[10] queue zset: all 0, one member per waiting request, by account, then arrival, see includes/enqueue
-- KEYS[11] waits zset: deadline -> arrival NUL account NUL lockId
-- KEYS[12] waitIndex zset: all 0, one member per target of a waiting request and path at or above it, see includes/index_member
-- KEYS[13] waitCounters hash: targets of waiting requests per path and owner, as in counters
-- KEYS[14] namers zset: all 0, one member per lock that a waiting request names in holding, see includes/enqueue
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
-- ARGV[9] records: each kind, valueCount, offset, appendedAt, leaderEpoch, then so many values by kind (times are epoch ms):
--   A acquire: account, lockId, hash, replyTo, account JSON, lockId JSON, subAccount, session, leaseMs, digest, head JSON, tail JSON,
--     waitMs, holdingCount; then the ids in holding, mode (1..5), path key, JSON of each target
--   N renew, R release, F force release: account, lockId, hash, replyTo, account JSON, commandId JSON, subAccount, session, subject JSON;
--     then leaseMs or '' (N), 1 if gone else 0 (R), JSON members by and comment (F)
--   I invalid: account, replyTo, account JSON, commandId JSON, details JSON (members message and field)
--   S settings: the numbers of SETTING_NAMES, '' = as before
--   T tick or dead letter: nothing
--
-- Returns APPLIED, number of records done, the numbers as in includes/header_reply, next deadline or '', held, waiting, the repeat window in ms
--   as in includes/repeat_window, the next events; or STALE, first seq kept; or BEHIND, appliedOffset; or EMPTY, why; or AHEAD, why.
-- Complexity O(d * log n) per record and target: d = depth of its path, n = locks in the partition; each expired lease and each timed-out wait
--   counts as a record; an ending that may unblock somebody adds O(q * d) for the q waiting requests of its account.
-- @include acquire, applied_places, apply_settings, call_arguments, count, counters, defaults, emit, event_page, force_release, forget, gone
-- @include header_reply, keys, kinds, load_state, outcomes, promote, record_arguments, refuse_invalid, release, renew, repeat_window
-- @include save_state, setting_names, sizes, state, text, time

local identity, partition = ARGV[CALL.IDENTITY], tonumber(ARGV[CALL.PARTITION])
local expected_offset, published_seq = tonumber(ARGV[CALL.EXPECTED_OFFSET]), tonumber(ARGV[CALL.PUBLISHED_SEQ])
local from_seq, budget = tonumber(ARGV[CALL.FROM_SEQ]), tonumber(ARGV[CALL.BUDGET])

-- What there is, and whether this caller may go on from it. Nothing is written up to the end of this part.

local header = read_header()
if not header[IDENTITY] then
  if expected_offset >= 0 or published_seq > 0 then
    return {OUTCOME.EMPTY, 'there is no state'}
  end
  if sizes() ~= NO_SIZES then
    return {OUTCOME.EMPTY, 'there is half a state: no header'}
  end
  header = {'0', identity, NO_SIZES, '-1', '0', '-1', '0', '0', DEFAULT_SETTINGS, '0', '-1', '0', '-1', ''}
elseif header[APPLYING] ~= '0' then
  return {OUTCOME.EMPTY, 'there is half a state: a script broke off while applying a record'}
elseif header[IDENTITY] ~= identity then
  return {OUTCOME.AHEAD, 'the state belongs to ' .. header[IDENTITY] .. ', this is ' .. identity}
elseif header[SIZES] ~= sizes() then
  return {OUTCOME.EMPTY, 'there is half a state: sizes are ' .. sizes() .. ', remembered ' .. header[SIZES]}
end
load_state(header)
if state.settings_count > #SETTING_NAMES then
  return {OUTCOME.AHEAD, 'the state has ' .. text(state.settings_count) .. ' settings, this arbiter knows ' .. text(#SETTING_NAMES)}
end
if state.applied_offset < expected_offset then
  return {OUTCOME.BEHIND, text(state.applied_offset)}
end

local first_kept = state.seq - redis.call('LLEN', KEY.OUTBOX) + 1
if published_seq < first_kept - 1 then
  return {OUTCOME.STALE, text(first_kept)}
end

local OFFSET, APPENDED_AT, LEADER_EPOCH, VALUES = RECORD.OFFSET, RECORD.APPENDED_AT, RECORD.LEADER_EPOCH, RECORD.REST
local i, last = CALL.REST, #ARGV
while i <= last and tonumber(ARGV[i + OFFSET]) <= state.applied_offset do
  local appended_at, leader_epoch = ARGV[i + APPENDED_AT], ARGV[i + LEADER_EPOCH]
  if tonumber(ARGV[i + OFFSET]) == state.applied_offset
    and (tonumber(appended_at) ~= state.applied_at or tonumber(leader_epoch) ~= state.applied_epoch) then
    return {OUTCOME.AHEAD, 'the record at offset ' .. text(state.applied_offset) .. ' was appended at ' .. appended_at .. ' under leader epoch '
      .. leader_epoch .. ', the state has applied one appended at ' .. text(state.applied_at) .. ' under leader epoch ' .. text(state.applied_epoch)}
  end
  i = i + VALUES + tonumber(ARGV[i + RECORD.VALUE_COUNT])
  state.done = state.done + 1
end

if state.todo and i <= last and tonumber(ARGV[i + OFFSET]) ~= state.todo.offset then
  return {OUTCOME.AHEAD, 'the record at offset ' .. text(state.todo.offset) .. ' is half applied, the next one handed in has offset '
    .. ARGV[i + OFFSET]}
end

-- From here on the state changes.

redis.call('HSET', KEY.META, 'applying', '1', 'identity', identity)
if published_seq >= first_kept then
  redis.call('LTRIM', KEY.OUTBOX, text(published_seq - first_kept + 1), '-1')
end

state.ended_length = redis.call('LLEN', KEY.ENDED)
state.rate_length = redis.call('LLEN', KEY.RATE_ORDER)
state.partition = partition
state.published_seq = published_seq
local seq_before = state.seq
refresh_next_due()

-- One record: what is due, promotion, the command, whom its path was taken from, promotion. Each part may take several calls; what is left
-- is kept in state.todo: phase, seq before the record, accounts touched in order, those to walk, cursor of the walk, paths gone.
local DECIDE = {[KIND.ACQUIRE] = acquire, [KIND.RENEW] = renew, [KIND.RELEASE] = release, [KIND.FORCE_RELEASE] = force_release,
  [KIND.INVALID] = refuse_invalid, [KIND.SETTINGS] = apply_settings}
local DUE, PROMOTE, COMMAND, GONE, PROMOTE_AGAIN = 1, 2, 3, 4, 5

local function apply(kind, first, values, offset)
  local todo = state.todo or {offset = offset, phase = DUE, seq = state.seq}
  state.todo = todo
  if todo.phase == DUE and let_time_pass(budget) then
    todo.phase = PROMOTE
  end
  if todo.phase == PROMOTE and promote(budget) then
    todo.phase = COMMAND
  end
  if todo.phase == COMMAND then
    if DECIDE[kind] then
      DECIDE[kind](first, values)
    end
    todo.phase = GONE
  end
  if todo.phase == GONE and refuse_gone(budget) then
    todo.phase = PROMOTE_AGAIN
  end
  if todo.phase == PROMOTE_AGAIN and promote(budget) then
    state.todo = nil
    return true
  end
  return false
end

while i <= last and state.work < budget do
  local kind, values = ARGV[i + RECORD.KIND], tonumber(ARGV[i + RECORD.VALUE_COUNT])
  local offset, appended_at = tonumber(ARGV[i + OFFSET]), tonumber(ARGV[i + APPENDED_AT])
  state.at = math.max(state.at, appended_at)
  state.cause = ',"cause":{"partition":' .. text(partition) .. ',"offset":' .. text(offset) .. '}'
  if not apply(kind, i + VALUES, values, offset) then
    break
  end
  state.applied_offset, state.applied_at, state.applied_epoch = offset, appended_at, tonumber(ARGV[i + LEADER_EPOCH])
  state.done = state.done + 1
  state.work = state.work + 5
  i = i + VALUES + values
end

local most_forgotten = 16 + 2 * state.done
forget_endings(most_forgotten)
forget_rates(most_forgotten)
flush_counters(held_counters)
flush_counters(waiting_counters)
flush_events()
save_state()

local reply = {OUTCOME.APPLIED}
reply[APPLIED_REPLY.DONE], reply[APPLIED_REPLY.HEADER], reply[APPLIED_REPLY.NEXT_DEADLINE] = text(state.done), header_reply(), next_deadline()
reply[APPLIED_REPLY.HELD], reply[APPLIED_REPLY.WAITING] = text(redis.call('ZCARD', KEY.LEASES)), text(redis.call('ZCARD', KEY.WAITS))
reply[APPLIED_REPLY.REPEAT_WINDOW] = text(repeat_window())
reply[APPLIED_REPLY.EVENTS] = event_page(from_seq, seq_before, tonumber(ARGV[CALL.MOST_EVENTS]), tonumber(ARGV[CALL.MOST_BYTES]))
return reply
