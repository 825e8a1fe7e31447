-- @include lock, state
-- Says whether the cost of a lock fits in the rest of the budget. A call always does its first piece of work, so that each call makes progress.
local function fits(lock, limit)
  return state.work == 0 or state.work + lock[LOCK.COST] <= limit
end
