-- @include count, counters, counters_of, state
-- Counts a lock in (by = 1) or out (by = -1): its targets at and below their levels, and itself for account and sub-account. `place` is 0 for held
-- locks, WAITING_PLACE for waiting requests.
local function count_targets(set, lock, place, by)
  for t = 1, #lock.targets do
    local target = lock.targets[t]
    local names, levels, below = target.names, target.levels, place + BELOW + target.mode
    state.work = state.work + levels
    count(set, below, names, levels - 1, by)
    count_one(set, place + target.mode, names[levels], by)
  end
end

local function count_lock(lock, place, by)
  local which = place == 0 and HELD_LOCKS or WAITING_REQUESTS
  read_counters_of(counters, lock)
  count_targets(counters, lock, place, by)
  count_one(counters, which, lock.account, by)
  count_one(counters, which, lock.sub_account, by)
end
