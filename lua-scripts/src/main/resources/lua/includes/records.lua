-- @include keys
-- The record of each id in ids, read once per call; records[id] is false if there is none.
-- A held lock:       kind (1 byte), token, grantedAt, expiresAt, of a bound lock its own end (8 each), waitedMs (4), length of ASKED (1),
--                    LOCK, see includes/parse_lock, ASKED, see includes/parse_asked.
-- A waiting request: kind, arrival, requestedAt, deadline, 0, 0, LOCK.
-- An ending:         see includes/ending_format.
local HELD, WAITING, ENDED = 1, 2, 3
local TIMES_FORMAT, LOCK_PLACE = '>BI8I8I8I4B', 31
local records = {}
-- The records as tables, see includes/parse_lock.
local locks = {}

local function read_record(id)
  local record = records[id]
  if record == nil then
    record = redis.call('HGET', KEY.IDS, id)
    records[id] = record
  end
  return record
end
