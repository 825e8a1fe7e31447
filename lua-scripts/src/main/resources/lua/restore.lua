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
--   record as it stands in ids, endings numbered from 1 on and oldest first; the name of an account, a sub-account or the partition and a window:
--   kind (1 byte), letter A (acquires) or E (endings), latest step (8), how often in all its steps, and in those before, latest first (4 each)
--
-- Returns APPLIED; or AHEAD, why it is refused.
-- Complexity O(n * d): n = entries of the chunk, d = depth of their paths.
-- @include enqueue, flush_all, hold, keys, load_state, lock, older, outcomes, read_header, records, restore_arguments, save_state, sizes, state, text
-- @include usage, whole, write_record

local WINDOW = 4
local WINDOW_FORMAT = '>BBI8I4'
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
    'numbers', string.sub(numbers, 1, 64) .. string.rep('\0', 24), 'settings', string.sub(numbers, 65), 'todo', '')
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

local function restore_ending(id, record)
  local _, number, at = struct.unpack('>BI8I8', record)
  state.ended_count = number
  state.ended[#state.ended + 1] = id
  state.ended_times[#state.ended] = at
end

local function restore_window(name, packed)
  local used, _, letter, latest, in_all = usage_of(name), struct.unpack(WINDOW_FORMAT, packed)
  local window = letter == string.byte('A') and ACQUIRES or ENDINGS
  used[window], used[window + LATEST], used[window + IN_ALL] = window == ACQUIRES and state.acquires_since or state.endings_since, latest, in_all
  used[window + EARLIER], used[IS_CHANGED] = string.sub(packed, 15), true
end

state.next_due = math.huge
state.seq_before = state.seq
for n = RESTORE.REST, #ARGV, 2 do
  local name, record = ARGV[n], ARGV[n + 1]
  local kind = string.byte(record)
  if kind == WINDOW then
    restore_window(name, record)
  else
    if kind == ENDED then
      restore_ending(name, record)
    else
      local lock = parse_lock(name, record, LOCK_PLACE, struct.unpack(TIMES_FORMAT, record))
      if kind == HELD then
        hold(lock, lock.number, lock.until_at)
      else
        enqueue(lock, lock.number, lock.until_at)
      end
    end
    write_record(name, record)
  end
end
flush_all()
count_sizes()
redis.call('HSET', KEY.META, 'numbers', packed_numbers(), 'sizes', packed_sizes(), 'chunk', text(step))
return {OUTCOME.APPLIED}
