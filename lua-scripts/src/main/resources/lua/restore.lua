-- Builds the state of a partition from what its events tell, where there is none or one that has applied less: begin, chunk after chunk, finish.
-- Until it is finished it is half a state for every other script. A copy of a call that comes late changes nothing that is finished: a chunk that is
-- there already is skipped, one of a restoring that is not under way any more is refused; a late beginning makes the restoring begin anew.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] identity text: cluster, topic and group that the state belongs to
-- ARGV[2] restoring text: tells this restoring from others
-- ARGV[3] step of 8 bytes: 0 begins, 1, 2, 3 and so on are the chunks, -1 - n finishes after n chunks
-- ARGV[4] rest: at the beginning the numbers as in includes/header_reply; of a chunk, by turns, names and what there is of them: an id and its
--   record as it stands in ids, endings numbered from 1 on and oldest first; the name of a level, 4 (1 byte) and its field of counters; the name of
--   an account, a sub-account or the partition, 5 (1 byte) and its field of usage; the name of a path or an account, 6 or 7 (1 byte) and its field of
--   moved; the key of a session, 8 (1 byte) and its field of sessions; a member of bound, 9 (1 byte). Nothing is counted here: who has all of a state
--   counts it once
--
-- Returns APPLIED; or AHEAD, why it is refused.
-- Complexity O(n * d): n = entries of the chunk, d = depth of their paths.
-- @include add_held, add_member, call_with_many, count_sizes, enqueue, flush_all_members, is_older, is_whole, keys, load_state, lock, order_member
-- @include outcomes, parse_lock, read_header, records, remember, restore_arguments, save_state, state, text

local COUNTED, USED, MOVED_PATH, MOVED_ACCOUNT, SESSION_KEY, BOUND_MEMBER = 4, 5, 6, 7, 8, 9
local NOTHING_DUE = string.rep('\255', 8)
-- Owner, lease, account, and how many ids in `holding` and targets there are, see includes/parse_lock.
local HELD_FORMAT = '>c12I6' .. string.rep('x', 18) .. 'c12' .. string.rep('x', 12) .. 'BB'
local identity, restoring = ARGV[RESTORE.IDENTITY], ARGV[RESTORE.RESTORING]
local step = struct.unpack('>i8', ARGV[RESTORE.STEP])
local header = read_header()

if step == 0 then
  local numbers = ARGV[RESTORE.REST]
  if header[IDENTITY] and (header[IDENTITY] ~= identity or header[FORMAT_PLACE] ~= FORMAT and not is_older(header)) then
    return {OUTCOME.AHEAD, 'there is a state of something else'}
  elseif is_whole(header) then
    load_state(header)
    if state.applied_offset >= struct.unpack('>i8', numbers) then
      return {OUTCOME.AHEAD, 'there is a state'}
    end
  end
  redis.call('UNLINK', unpack(KEYS))
  redis.call('HSET', KEY.META, 'identity', identity, 'format', FORMAT, 'applying', '1', 'restoring', restoring, 'chunk', '0', 'sizes', NO_SIZES,
    'numbers', string.sub(numbers, 1, 64) .. string.rep('\0', 32) .. NOTHING_DUE, 'settings', string.sub(numbers, 65), 'todo', '')
  return {OUTCOME.APPLIED}
end

local under_way = redis.call('HMGET', KEY.META, 'restoring', 'chunk')
if under_way[1] ~= restoring then
  return {OUTCOME.AHEAD, 'this restoring is not under way any more'}
end
local chunk = tonumber(under_way[2])
if step > chunk + 1 or step < -1 - chunk then
  return {OUTCOME.AHEAD, 'chunk ' .. text(chunk + 1) .. ' is missing'}
elseif step >= 0 and step <= chunk then
  return {OUTCOME.APPLIED}
end
count_sizes()
if header[SIZES] ~= packed_sizes() then
  return {OUTCOME.AHEAD, 'keys were lost meanwhile'}
end
load_state(header)
if step < 0 then
  save_state()
  redis.call('HDEL', KEY.META, 'restoring', 'chunk')
  return {OUTCOME.APPLIED}
end

-- Fields of the hashes: names and values in turn.
local records_of, counted, used, remembered, times, alive = {}, {}, {}, {}, {}, {}

local function put(fields, name, field)
  local number = #fields
  fields[number + 1], fields[number + 2] = name, field
end

-- Reads only the parts of LOCK that members are made of. Names of levels are not read, as they are counted already.
local function put_held(id, record)
  local _, token, since, until_at = struct.unpack(TIMES_FORMAT, record)
  local owner, lease_ms, account, holding_count, target_count, at = struct.unpack(HELD_FORMAT, record, LOCK_PLACE + DIGEST_BYTES)
  local targets = {}
  local lock = {id, [LOCK.TARGETS] = targets, [LOCK.OWNER] = owner, [LOCK.LEASE_MS] = lease_ms, [LOCK.ACCOUNT] = account}
  at = at + holding_count * NAME_BYTES
  for t = 1, target_count do
    local mode, levels = string.byte(record, at, at + 1)
    local path, next_place = struct.unpack('>Hc0', record, at + 2 + levels * NAME_BYTES)
    targets[t], at = {digit = MODE_DIGITS[mode], path = path}, next_place
  end
  add_held(lock, token, since, until_at)
end

local function put_record(id, record, kind)
  put(records_of, id, record)
  if kind == ENDED then
    local _, number, at = struct.unpack('>BI8I8', record)
    state.ended_count = number
    state.ended[#state.ended + 1] = id
    state.ended_times[#state.ended] = at
    return
  end
  if kind == HELD then
    put_held(id, record)
  else
    local request = parse_lock(id, record, LOCK_PLACE, struct.unpack(TIMES_FORMAT, record))
    add_waiting(request, request[LOCK.NUMBER], request[LOCK.UNTIL_AT])
  end
end

local function put_time(at, event, account, name)
  times[#times + 1] = struct.pack('>I8I8c12c12', at, event, account, name)
  state.oldest_moved_at = state.oldest_moved_at == 0 and at or state.oldest_moved_at
end

local function put_moved(name, record)
  local is_gone, event, at, account, path = struct.unpack('>BI8I8' .. string.rep('x', 24) .. 'c12Hc0', record)
  put_time(at, event, account, name)
  add_member(KEY.MOVED_ORDER, order_member(name, account, event))
  if is_gone == 1 then
    add_member(KEY.MOVED_ORDER, gone_member(name, account, path, event))
  end
end

local function put_session(key, record)
  local number, _, expires_at = struct.unpack('>I8I8I8', record)
  put(alive, key, record)
  add_member(KEY.SESSION_TIMES, key .. '\0' .. number_bytes(number), text(expires_at))
  state.next_due = math.min(state.next_due, expires_at)
end

for n = RESTORE.REST, #ARGV, 2 do
  local name, record = ARGV[n], ARGV[n + 1]
  local kind = string.byte(record)
  if kind == COUNTED then
    put(counted, name, string.sub(record, 2))
  elseif kind == USED then
    put(used, name, string.sub(record, 2))
    state.usage_order[#state.usage_order + 1] = struct.pack('>I8', state.at) .. name
    state.oldest_usage_at = state.at
  elseif kind == MOVED_PATH then
    put(remembered, name, string.sub(record, 2))
    put_moved(name, string.sub(record, 2))
  elseif kind == MOVED_ACCOUNT then
    put(remembered, name, string.sub(record, 2))
    if struct.unpack('>I4', record, 2) == 0 then
      put_time(state.at, 0, name, name)
    end
  elseif kind == SESSION_KEY then
    put_session(name, string.sub(record, 2))
  elseif kind == BOUND_MEMBER then
    add_member(KEY.BOUND, name)
  else
    put_record(name, record, kind)
  end
end
call_with_many('HSET', KEY.IDS, records_of)
call_with_many('HSET', KEY.COUNTERS, counted)
call_with_many('HSET', KEY.USAGE, used)
call_with_many('HSET', KEY.MOVED, remembered)
call_with_many('HSET', KEY.SESSIONS, alive)
call_with_many('RPUSH', KEY.MOVED_TIMES, times)
call_with_many('RPUSH', KEY.USAGE_ORDER, state.usage_order)
if #state.ended > 0 then
  flush_endings()
end
flush_all_members()
count_sizes()
redis.call('HSET', KEY.META, 'numbers', packed_numbers(), 'sizes', packed_sizes(), 'chunk', text(step))
return {OUTCOME.APPLIED}
