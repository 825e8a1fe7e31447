-- @include counters
-- Reads the counters that a decision on a lock needs: those of its levels.
local function read_counters_of(lock)
  if lock.is_read then
    return
  end
  local missing = {}
  for t = 1, #lock.targets do
    note_missing(lock.targets[t].names, missing)
  end
  read_missing(missing)
  lock.is_read = true
end
