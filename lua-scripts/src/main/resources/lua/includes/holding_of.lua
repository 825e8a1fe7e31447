-- @include parse_lock
-- The ids that a LOCK names in `holding`.
local function holding_of(lock)
  return lock.holding_count == 0 and {} or names_at(lock.bytes, lock.place + HOLDING_PLACE, lock.holding_count)
end
