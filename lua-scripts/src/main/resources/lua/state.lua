-- Reads the whole state of a partition, to compare stores and for support; no decision needs it.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- Returns the header as in header.lua; held locks and waiting requests as they stand in ids, see includes/records; endings still remembered, oldest
--   first, as there; usage: name and value of each, see includes/usage; moved, likewise, see
--   includes/moved_record; sessions, likewise, see includes/sessions. Nothing where there is no state or half a state.
-- Complexity O(s): s = size of the state.
-- @include ending_format, header_reply, is_whole, keys, load_state, lock, parse_lock, read_header, read_members, recall, records, state_places

local header = read_header()
if not is_whole(header) then
  return {}
end
load_state(header)

local function records_of(key)
  local found, members = {}, read_members('ZRANGE', key, '0', '-1')
  for n = 1, #members do
    found[n] = read_record(string.sub(members[n], 9))
  end
  return found
end

local ended, chunks = {}, redis.call('LRANGE', KEY.ENDED, '0', '-1')
for c = 1, #chunks do
  local _, number, place = struct.unpack(CHUNK_FORMAT, chunks[c])
  for at = place, #chunks[c], NAME_BYTES do
    local id = string.sub(chunks[c], at, at + NAME_BYTES - 1)
    local known = recall(id)
    if known and known[LOCK.KIND] == ENDED and known[LOCK.NUMBER] == number then
      ended[#ended + 1] = read_record(id)
    end
    number = number + 1
  end
end

local reply = {}
reply[STATE_REPLY.HEADER], reply[STATE_REPLY.HELD], reply[STATE_REPLY.WAITING] = header_reply(), records_of(KEY.LEASES), records_of(KEY.WAITS)
reply[STATE_REPLY.ENDED], reply[STATE_REPLY.USAGE] = ended, redis.call('HGETALL', KEY.USAGE)
reply[STATE_REPLY.MOVED] = redis.call('HGETALL', KEY.MOVED)
reply[STATE_REPLY.SESSIONS] = redis.call('HGETALL', KEY.SESSIONS)
return reply
