-- The WHO of a lock, with its length before it.
local function who_of(lock)
  local length = struct.unpack('>H', lock.bytes, lock.who_place)
  return string.sub(lock.bytes, lock.who_place, lock.who_place + 1 + length)
end
