-- @include lock, modes
-- Says whether a lock of another owner is not in the way of a request though their targets conflict: a check-out without session admits all
-- sessions of its sub-account. Its owner has the name of that; its targets are all of one mode.
local function admits(lock, request)
  return lock[LOCK.OWNER] == request[LOCK.SUB_ACCOUNT] and lock[LOCK.TARGETS][1].mode == MODE.GUARD
end
