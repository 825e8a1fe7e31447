-- @include parse_lock
-- The digest of the content of a LOCK.
local function digest_of(lock)
  return string.sub(lock.bytes, lock.place, lock.place + DIGEST_BYTES - 1)
end
