-- @include state
-- Whether a call goes on to what a lock costs. What it does first it always does, so that each call comes further.
local function fits(lock, limit)
  return state.work == 0 or state.work + lock.cost <= limit
end
