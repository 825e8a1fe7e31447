-- @include counters
local function read_targets(set, lock)
  for t = 1, #lock.targets do
    read_counters(set, lock.targets[t].names)
  end
end
