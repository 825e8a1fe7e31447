-- @include counters
-- Of an account or a sub-account: held locks and waiting requests.
local function counted_together(set, name)
  local value = set.values[name]
  if value % CHANGED == SEVERAL then
    return counted(set, HELD_LOCKS, name) + counted(set, WAITING_REQUESTS, name)
  end
  return (value - value % ONE) / ONE
end
