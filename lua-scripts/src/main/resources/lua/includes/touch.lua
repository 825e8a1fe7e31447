-- @include lock, note_end, usage
-- Notes that a lock or request ended, if requests wait on its account.
local function touch(lock)
  if usage_of(lock[LOCK.ACCOUNT])[WAITING_NUMBER] > 0 then
    note_end(lock)
  end
end
