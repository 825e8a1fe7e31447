-- @include lock
-- The latest time at which a lock granted at granted_at may end.
local function last_end_of(lock, granted_at)
  return lock[LOCK.MAX_HOLD_MS] > 0 and granted_at + lock[LOCK.MAX_HOLD_MS] or math.huge
end
