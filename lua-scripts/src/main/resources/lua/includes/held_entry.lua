-- @include lock, session_of
-- The entry of a held lock in a view: its record as it stands in ids; of a bound lock a list, its record and the end that is told (8 bytes).
local function held_entry(lock)
  return lock[LOCK.LEASE_MS] == 0 and {lock[LOCK.BYTES], struct.pack('>I8', end_of_bound(lock))} or lock[LOCK.BYTES]
end
