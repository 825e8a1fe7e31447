-- The latest time at which a lock granted at granted_at may end.
local function last_end_of(lock, granted_at)
  return lock.max_hold_ms > 0 and granted_at + lock.max_hold_ms or math.huge
end
