-- @include keys
-- What ids has of each id, read once per call; records[id] is false if nothing is known.
-- Of a held lock:       kind (1 byte), token, grantedAt, expiresAt (8 each), waitedMs (4), length of ASKED (1), LOCK, see includes/parse_lock,
--                       ASKED, see includes/parse_asked.
-- Of a waiting request: kind, arrival, requestedAt, deadline, 0, 0, LOCK.
-- Of an ending:         see includes/remember.
local HELD, WAITING, ENDED = 1, 2, 3
local TIMES_FORMAT, LOCK_PLACE = '>BI8I8I8I4B', 31
local records = {}
-- What they are read as, see includes/parse_lock.
local locks = {}

local function read_record(id)
  if records[id] == nil then
    records[id] = redis.call('HGET', KEY.IDS, id)
  end
  return records[id]
end
