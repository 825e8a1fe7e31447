-- @include add_held, count_lock
-- Takes a lock in from now on, but for its record.
local function hold(lock, token, expires_at)
  add_held(lock, token, expires_at)
  count_lock(lock, 0, 1)
end
