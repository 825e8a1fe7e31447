-- @include keys
-- Fields of the msgpack arrays in ids. Of a held lock and of a waiting request, their targets from TARGETS on as mode, path key, JSON:
local HELD, TOKEN, GRANTED_AT, EXPIRES_AT, WAITED_MS, LEASE_MS = 'H', 2, 3, 4, 5, 6
local WAITING, ARRIVAL, REQUESTED_AT, DEADLINE = 'W', 2, 3, 4
local SUB_ACCOUNT, SESSION, DIGEST, REPLY_TO = 7, 8, 9, 10
local ACCOUNT_JSON, LOCK_ID_JSON, HEAD_JSON, TAIL_JSON, HOLDING, TARGETS = 11, 12, 13, 14, 15, 16
-- Of a remembered ending, beside SUB_ACCOUNT to REPLY_TO: its number, the event's type, details and reason, and how many bytes of the details
-- a repeated release is told.
local ENDED, ENDED_NUMBER, ENDED_AT, ENDED_TYPE, DETAILS, SHORT_LENGTH, ENDED_REASON = 'E', 2, 3, 4, 5, 6, 11

local function read_record(id)
  local packed = redis.call('HGET', KEY.IDS, id)
  return packed and cmsgpack.unpack(packed)
end
