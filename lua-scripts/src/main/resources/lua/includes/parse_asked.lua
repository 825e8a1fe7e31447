-- @include lock, records
-- ASKED stands behind LOCK in the record of a held lock whose holder was asked to yield: time of the last request, time at which the lock is released
-- at the latest or 0 (8 bytes each); if it is not 0, the sub-account that set it, its length before it (2).
local ASKED_FORMAT = '>I8I8'

-- The ASKED of a held lock; '' if nobody has asked.
local function asked_of(lock)
  local length = string.byte(lock[LOCK.BYTES], LOCK_PLACE - 1)
  return length == 0 and '' or string.sub(lock[LOCK.BYTES], -length)
end

-- The time of the last request, the time of the release and the sub-account that set it; if nobody has asked, the times are never, and the name ''.
local function parse_asked(asked)
  if asked == '' then
    return -math.huge, math.huge, ''
  end
  local asked_at, ends_at, place = struct.unpack(ASKED_FORMAT, asked)
  return asked_at, ends_at == 0 and math.huge or ends_at, string.sub(asked, place)
end
