-- Applies records of one partition of lock.commands to its state and answers with the events not yet published.
-- Decides by log time alone: no TIME, no TTL, no random, no order of a table. Called again with the same records it changes nothing.
--
-- KEYS[1] meta hash: the partition's numbers, settings and identity
-- KEYS[2] ids hash: account NUL lockId -> held lock or remembered ending (msgpack array, see includes/record_fields)
-- KEYS[3] index zset: all 0, one member per target of a held lock, see includes/index_member
-- KEYS[4] leases zset: expiresAt -> token NUL account NUL lockId
-- KEYS[5] counters hash: targets per path and owner, locks per account and sub-account, see includes/counters
-- KEYS[6] ended list: endedAt (8 bytes), account NUL lockId of remembered endings, oldest first
-- KEYS[7] outbox list: events not known to be published, see includes/emit
-- KEYS[8] rates hash: account NUL subAccount -> append times of its counted acquires (8 bytes each), oldest first
-- KEYS[9] rateOrder list: append time (8 bytes), account NUL subAccount of each counted acquire, oldest first
--
-- ARGV[1] identity text: cluster, topic and group that the state belongs to
-- ARGV[2] partition integer
-- ARGV[3] expectedOffset integer: last offset handed in before this call, -1 if none
-- ARGV[4] publishedSeq integer: last event known to be committed
-- ARGV[5] fromSeq integer: answer with events above it
-- ARGV[6] budget integer: stop when so many units of work are done; a unit is about a microsecond
-- ARGV[7] records: each kind, number n of further values, offset, append time (epoch ms), leader epoch, then n values by kind:
--   A acquire: account, lockId, hash, replyTo, account JSON, lockId JSON, subAccount, session, leaseMs, digest, head JSON, tail JSON,
--     then mode (1..5), path key, JSON of each target
--   N renew, R release, F forced release: account, lockId, hash, replyTo, account JSON, commandId JSON, subAccount, session, reference JSON,
--     then leaseMs or '' (N), nothing (R), JSON members by and comment (F)
--   I invalid: account, replyTo, account JSON, commandId JSON, details JSON
--   S settings: the nine numbers of includes/settings, '' = as before
--   T tick or dead letter: nothing
--
-- Returns APPLIED, number of records done, appliedOffset, its append time, its leader epoch, at, seq, settings, next deadline or '', held,
--   waiting, then the events; or STALE, first seq kept; or BEHIND, appliedOffset; or EMPTY, why; or AHEAD, why.
-- Complexity O(d * log n) per record and target: d = depth of its path, n = locks in the partition; each expired lease counts as a record.
-- @include keys
-- @include text
-- @include compatibility
-- @include messages
-- @include defaults
-- @include record_fields
-- @include settings
-- @include floors
-- @include apply_settings
-- @include sizes
-- @include load_state
-- @include header_reply
-- @include counters
-- @include nodes
-- @include index_member
-- @include emit
-- @include remember
-- @include recall
-- @include rate
-- @include forget
-- @include conflicts
-- @include byte_less
-- @include index_walk
-- @include blockers
-- @include refuse
-- @include grant
-- @include finish
-- @include expire
-- @include acquire
-- @include reference
-- @include renew
-- @include release
-- @include force_release

local identity, partition = ARGV[1], tonumber(ARGV[2])
local expected_offset, published_seq, from_seq = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local budget = tonumber(ARGV[6])

-- What there is, and whether this caller may go on from it. Nothing is written up to the end of this part.

local header = read_header()
if not header[IDENTITY] then
  if expected_offset >= 0 or published_seq > 0 then
    return {'EMPTY', 'there is no state'}
  end
  if sizes() ~= NO_SIZES then
    return {'EMPTY', 'there is half a state: no header'}
  end
  header = {'0', identity, NO_SIZES, '-1', '0', '-1', '0', '0', DEFAULT_SETTINGS, '0', '-1', '0', '-1'}
elseif header[APPLYING] ~= '0' then
  return {'EMPTY', 'there is half a state: a script broke off while applying a record'}
elseif header[IDENTITY] ~= identity then
  return {'AHEAD', 'the state belongs to ' .. header[IDENTITY] .. ', this is ' .. identity}
elseif header[SIZES] ~= sizes() then
  return {'EMPTY', 'there is half a state: sizes are ' .. sizes() .. ', remembered ' .. header[SIZES]}
end
load_state(header)
if state.applied_offset < expected_offset then
  return {'BEHIND', text(state.applied_offset)}
end

local first_kept = state.seq - redis.call('LLEN', KEY_OUTBOX) + 1
if published_seq < first_kept - 1 then
  return {'STALE', text(first_kept)}
end

local i, last = 7, #ARGV
while i <= last and tonumber(ARGV[i + 2]) <= state.applied_offset do
  if tonumber(ARGV[i + 2]) == state.applied_offset
    and (tonumber(ARGV[i + 3]) ~= state.applied_at or tonumber(ARGV[i + 4]) ~= state.applied_epoch) then
    return {'AHEAD', 'the record at offset ' .. text(state.applied_offset) .. ' was appended at ' .. ARGV[i + 3] .. ' under leader epoch '
      .. ARGV[i + 4] .. ', the state has applied one appended at ' .. text(state.applied_at) .. ' under leader epoch ' .. text(state.applied_epoch)}
  end
  i = i + 5 + tonumber(ARGV[i + 1])
  state.done = state.done + 1
end

-- From here on the state changes.

redis.call('HSET', KEY_META, 'applying', '1', 'identity', identity)
if published_seq >= first_kept then
  redis.call('LTRIM', KEY_OUTBOX, text(published_seq - first_kept + 1), '-1')
end

state.ended_length = redis.call('LLEN', KEY_ENDED)
state.rate_length = redis.call('LLEN', KEY_RATE_ORDER)
state.partition = partition
state.published_seq = published_seq
local seq_before = state.seq
refresh_next_expiry()

local DECIDE = {A = acquire, N = renew, R = release, F = force_release, I = refuse_invalid, S = apply_settings}
local unsupported
while i <= last and state.work < budget do
  local kind, values, offset = ARGV[i], tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
  local appended_at = tonumber(ARGV[i + 3])
  if appended_at > state.at then
    state.at = appended_at
  end
  state.cause = ',"cause":{"partition":' .. text(partition) .. ',"offset":' .. text(offset) .. '}'
  if not expire(budget) then
    break
  end
  state.work = state.work + 5
  if DECIDE[kind] and not DECIDE[kind](i + 5, values) then
    unsupported = 'the log asks for rules version ' .. ARGV[i + 5] .. ', this arbiter decides by version ' .. RULES
    break
  end
  state.applied_offset, state.applied_at, state.applied_epoch = offset, appended_at, tonumber(ARGV[i + 4])
  state.done = state.done + 1
  i = i + 5 + values
end

local most_forgotten = 16 + 2 * state.done
forget_endings(most_forgotten)
forget_rates(most_forgotten)
flush_counters()
flush_events()
redis.call('HSET', KEY_META, 'at', text(state.at), 'seq', text(state.seq), 'appliedOffset', text(state.applied_offset),
  'appliedAppendedAt', text(state.applied_at), 'appliedEpoch', text(state.applied_epoch), 'settings', settings_text(state.settings),
  'endedCount', text(state.ended_count), 'endedFloorAt', text(state.ended_floor_at), 'endedFloorCount', text(state.ended_floor_count),
  'rateFloorAt', text(state.rate_floor_at), 'sizes', sizes(), 'applying', '0')
if unsupported then
  return {'AHEAD', unsupported}
end

local answer = {'APPLIED', text(state.done), unpack(header_reply())}
answer[9], answer[10], answer[11] = next_deadline(), text(redis.call('ZCARD', KEY_LEASES)), '0'
if from_seq == seq_before then
  for n = 1, #state.events do
    answer[11 + n] = state.events[n]
  end
elseif from_seq < state.seq then
  local length = redis.call('LLEN', KEY_OUTBOX)
  local events = redis.call('LRANGE', KEY_OUTBOX, text(math.max(0, from_seq - (state.seq - length))), '-1')
  for n = 1, #events do
    answer[11 + n] = events[n]
  end
end
return answer
