-- @include counters
-- Reads the counters that a decision on a lock asks for: of its levels, and of its account and sub-account.
local function read_counters_of(set, lock)
  if lock.read_in == set then
    return
  end
  for t = 1, #lock.targets do
    read_counters(set, lock.targets[t].names)
  end
  if set == counters then
    read_counters(set, {lock.account, lock.sub_account})
  end
  lock.read_in = set
end
