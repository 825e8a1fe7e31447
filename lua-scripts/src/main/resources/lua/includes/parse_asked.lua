-- @include records
-- What requests to yield have left with a held lock, ASKED: it stands behind LOCK in the record. When its holder was asked last, when it is released
-- at the latest or 0 (8 bytes each); then, if it is, the sub-account that said so with its length before it (2).
local ASKED_FORMAT = '>I8I8'

-- '' if nobody has asked.
local function asked_of(lock)
  local length = string.byte(lock.bytes, LOCK_PLACE - 1)
  return length == 0 and '' or string.sub(lock.bytes, -length)
end

-- When the holder was asked, when the lock is released, who said so; never and nobody if nobody has.
local function parse_asked(asked)
  if asked == '' then
    return -math.huge, math.huge, ''
  end
  local asked_at, ends_at, place = struct.unpack(ASKED_FORMAT, asked)
  return asked_at, ends_at == 0 and math.huge or ends_at, string.sub(asked, place)
end
