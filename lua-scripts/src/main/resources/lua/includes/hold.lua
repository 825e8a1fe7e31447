-- @include count_lock, held, keys, own_member, pend
-- Takes a lock in from now on, but for its record.
local function hold(lock, token, expires_at)
  local number, targets = number_bytes(token), lock.targets
  for t = 1, #targets do
    add_member(KEY.INDEX, index_member(lock, targets[t], number))
    add_member(KEY.OWN, own_member('H', lock, targets[t], number))
  end
  count_lock(lock, 0, 1)
  set_lease(lock.id, number, expires_at)
end
