-- @include add_held, count_lock, state
-- Adds a lock from now on, except its record.
local function hold(lock, token, expires_at)
  add_held(lock, token, state.at, expires_at)
  count_lock(lock, 0, 1)
end
