-- Reads all that a partition remembers, for comparing stores and for support; never on the way of a decision.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- Returns the header as in header.lua; held locks (see includes/lock_reply); waiting requests by arrival (the same); endings still remembered,
--   oldest first, each with its id, account NUL lockId; counted acquires: account NUL subAccount, then append times.
--   Nothing where there is no state or half a state.
-- Complexity O(s): s = size of the state.
-- @include ended_places, floors, header_reply, keys, load_state, lock_reply, recall, record_fields, sizes, state, state_places, text

local header = read_header()
if header[APPLYING] ~= '0' or header[SIZES] ~= sizes() then
  return {}
end
load_state(header)

local held, waiting, ended, rates = {}, {}, {}, {}
local leases = redis.call('ZRANGE', KEY.LEASES, '0', '-1')
for n = 1, #leases do
  held[n] = lock_reply(read_record(string.sub(leases[n], 18)))
end
local waits = redis.call('ZRANGE', KEY.WAITS, '0', '-1')
for n = 1, #waits do
  waiting[n] = lock_reply(read_record(string.sub(waits[n], 18)))
end
local endings = redis.call('LRANGE', KEY.ENDED, '0', '-1')
for n = 1, #endings do
  local id = string.sub(endings[n], 9)
  local record = recall(id)
  if record and record[1] == ENDED and record[ENDED_NUMBER] == state.ended_count - #endings + n then
    local ending = {}
    ending[ENDED_REPLY.ID], ending[ENDED_REPLY.SUB_ACCOUNT], ending[ENDED_REPLY.SESSION] = id, record[SUB_ACCOUNT], record[SESSION]
    ending[ENDED_REPLY.ENDED_AT], ending[ENDED_REPLY.DIGEST], ending[ENDED_REPLY.TYPE] = text(record[ENDED_AT]), record[DIGEST], record[ENDED_TYPE]
    ending[ENDED_REPLY.REASON], ending[ENDED_REPLY.DETAILS], ending[ENDED_REPLY.REPLY_TO] = record[ENDED_REASON], record[DETAILS], record[REPLY_TO]
    ended[#ended + 1] = ending
  end
end
local windows = redis.call('HGETALL', KEY.RATES)
for n = 1, #windows, 2 do
  local window = {windows[n]}
  for at = 1, #windows[n + 1], 8 do
    local time = struct.unpack('>I8', windows[n + 1], at)
    if time > rate_floor_at() then
      window[#window + 1] = text(time)
    end
  end
  rates[#rates + 1] = window
end
local reply = {}
reply[STATE_REPLY.HEADER], reply[STATE_REPLY.HELD], reply[STATE_REPLY.WAITING] = header_reply(), held, waiting
reply[STATE_REPLY.ENDED], reply[STATE_REPLY.RATES] = ended, rates
return reply
