-- @include count, counters, counters_of, state, usage
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
  local number, of_account, of_sub_account = place == 0 and HELD_NUMBER or WAITING_NUMBER, usage_of(lock.account), usage_of(lock.sub_account)
  read_counters_of(counters, lock)
  count_targets(counters, lock, place, by)
  of_account[number], of_account[IS_CHANGED] = of_account[number] + by, true
  of_sub_account[number], of_sub_account[IS_CHANGED] = of_sub_account[number] + by, true
end
