-- @include counters
-- Reads the counters that a decision on a lock asks for, those of its levels.
local function read_counters_of(set, lock)
  if lock.read_in == set then
    return
  end
  for t = 1, #lock.targets do
    read_counters(set, lock.targets[t].names)
  end
  lock.read_in = set
end
