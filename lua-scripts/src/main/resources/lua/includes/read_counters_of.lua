-- @include counters, lock
-- Reads the counters that a decision on a lock needs: those of its levels.
local function read_counters_of(lock)
  if lock[LOCK.IS_READ] then
    return
  end
  local missing = {}
  for t = 1, #lock[LOCK.TARGETS] do
    note_missing(lock[LOCK.TARGETS][t].names, missing)
  end
  read_missing(missing)
  lock[LOCK.IS_READ] = true
end
