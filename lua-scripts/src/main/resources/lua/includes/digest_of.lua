-- The digest of the content of a LOCK.
local function digest_of(lock)
  return string.sub(lock.bytes, lock.place + 18, lock.place + 33)
end
