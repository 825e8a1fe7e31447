-- @include lock, parse_lock
-- The digest of the content of a LOCK.
local function digest_of(lock)
  return string.sub(lock[LOCK.BYTES], lock[LOCK.PLACE], lock[LOCK.PLACE] + DIGEST_BYTES - 1)
end
