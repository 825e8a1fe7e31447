-- @include lock
-- The WHO of a lock, with its length before it.
local function who_of(lock)
  local length = struct.unpack('>H', lock[LOCK.BYTES], lock[LOCK.WHO_PLACE])
  return string.sub(lock[LOCK.BYTES], lock[LOCK.WHO_PLACE], lock[LOCK.WHO_PLACE] + 1 + length)
end
