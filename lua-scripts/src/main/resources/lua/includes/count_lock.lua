-- @include bounds, count, counters, lock, read_counters_of, state, usage
-- Counts a lock in (by = 1) or out (by = -1): its targets at and below their levels, and itself and its bytes for account, sub-account and partition.
-- `place` is 0 for held locks, WAITING_PLACE for waiting requests.
local function count_targets(lock, place, by)
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    local levels, at = target.levels, place + target.mode
    state.work = state.work + 2 * levels
    count(target.names, levels, BELOW + at, at, by)
  end
end

local function charge(name, number, by, kept, bytes)
  local used = usage[name] or usage_of(name)
  used[number], used[KEPT_NUMBER], used[CHARGED], used[IS_CHANGED] = used[number] + by, used[KEPT_NUMBER] + kept, used[CHARGED] + bytes, true
end

local function count_lock(lock, place, by)
  local number, bytes = HELD_NUMBER, by * lock[LOCK.HELD_BYTES]
  if place == WAITING_PLACE then
    number, bytes = WAITING_NUMBER, by * lock[LOCK.WAITING_BYTES]
  end
  local kept = lock[LOCK.LEASE_MS] > MAX_LEASE_MS and by or 0
  read_counters_of(lock)
  count_targets(lock, place, by)
  charge(lock[LOCK.ACCOUNT], number, by, kept, bytes)
  charge(lock[LOCK.SUB_ACCOUNT], number, by, kept, bytes)
  charge(PARTITION_NAME, number, by, kept, bytes)
end
