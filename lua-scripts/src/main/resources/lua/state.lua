-- Reads all that a partition remembers, for comparing stores and for support; never on the way of a decision.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- Returns the header as in header.lua; held locks (see includes/lock_reply); waiting requests by arrival (the same); endings still remembered,
--   oldest first: account NUL lockId, subAccount, session, endedAt, digest, type, details, replyTo; counted acquires: account NUL subAccount,
--   then append times. Nothing where there is no state or half a state.
-- Complexity O(s): s = size of the state.
-- @include floors, header_reply, keys, load_state, lock_reply, recall, record_fields, sizes, state, text

local header = read_header()
if header[APPLYING] ~= '0' or header[SIZES] ~= sizes() then
  return {}
end
load_state(header)

local held, waiting, ended, rates = {}, {}, {}, {}
local leases = redis.call('ZRANGE', KEY_LEASES, '0', '-1')
for n = 1, #leases do
  held[n] = lock_reply(read_record(string.sub(leases[n], 18)))
end
local waits = redis.call('ZRANGE', KEY_WAITS, '0', '-1')
for n = 1, #waits do
  waiting[n] = lock_reply(read_record(string.sub(waits[n], 18)))
end
local endings = redis.call('LRANGE', KEY_ENDED, '0', '-1')
for n = 1, #endings do
  local id = string.sub(endings[n], 9)
  local record = recall(id)
  if record and record[1] == ENDED and record[ENDED_NUMBER] == state.ended_count - #endings + n then
    ended[#ended + 1] = {id, record[SUB_ACCOUNT], record[SESSION], text(record[ENDED_AT]), record[DIGEST], record[ENDED_TYPE], record[DETAILS],
      record[REPLY_TO]}
  end
end
local windows = redis.call('HGETALL', KEY_RATES)
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
return {header_reply(), held, waiting, ended, rates}
