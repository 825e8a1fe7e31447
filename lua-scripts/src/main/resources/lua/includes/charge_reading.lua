-- @include state
-- Charges what reading a lock cost: most of it is taking its targets apart.
local function charge_reading(lock)
  state.work = state.work + 4 + lock.cost / 4
end
