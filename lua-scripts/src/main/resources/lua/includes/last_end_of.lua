-- When a lock that was granted then has been held as long as it may be.
local function last_end_of(lock, granted_at)
  return lock.max_hold_ms > 0 and granted_at + lock.max_hold_ms or math.huge
end
