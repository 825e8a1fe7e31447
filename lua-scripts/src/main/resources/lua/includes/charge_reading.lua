-- @include lock, state
-- Charges the work of reading a lock; most of it is parsing its targets.
local function charge_reading(lock)
  state.work = state.work + 4 + lock[LOCK.COST] / 4
end
