-- @include lock, parse_lock
-- The ids that a LOCK names in `holding`.
local function holding_of(lock)
  return lock[LOCK.HOLDING_COUNT] == 0 and {} or names_at(lock[LOCK.BYTES], lock[LOCK.PLACE] + HOLDING_PLACE, lock[LOCK.HOLDING_COUNT])
end
