-- @include bounds, lock, state
-- The time at which something happens to a held lock by itself: it ends, or is told again, if its lease is longer than MAX_LEASE_MS or it is bound.
-- It is told every TELL_MS after its grant, rounded up to TELL_STEP_MS.
local function telling(since, times)
  return math.ceil((since + times * TELL_MS) / TELL_STEP_MS) * TELL_STEP_MS
end

local function due_at(lease_ms, since, expires_at)
  if lease_ms > 0 and lease_ms <= MAX_LEASE_MS then
    return expires_at
  end
  local passed = math.max(1, math.floor((state.at - since) / TELL_MS))
  local next_telling = telling(since, passed)
  return math.min(expires_at, next_telling > state.at and next_telling or telling(since, passed + 1))
end

-- Notes that a held lock or a waiting request is not due any more when it was. If it may have been the next, that must be looked up, see
-- includes/refresh_next_due.
local function forget_due(lock)
  local lease_ms = lock[LOCK.LEASE_MS]
  if lock[LOCK.UNTIL_AT] <= state.next_due or lease_ms == 0 or lease_ms > MAX_LEASE_MS then
    state.is_next_due_gone = true
  end
end
