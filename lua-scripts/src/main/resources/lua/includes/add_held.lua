-- @include add_member, due_at, keys, lock, own_member, records, state, text
-- The entries of a held lock beside its record in ids.
--   index: mode digit, account, path key NUL token (8), id, owner for each target of a held lock, so that byte order is the order of a walk
--   leases: the time at which it ends or is told again -> token (8), id
local function index_member(lock, target, number)
  return target.digit .. lock[LOCK.ACCOUNT] .. target.path .. '\0' .. number .. lock[LOCK.ID] .. lock[LOCK.OWNER]
end

-- The LOCK of a new request, of a request that waited, or of a held lock.
local function lock_bytes(lock)
  return lock[LOCK.KIND] and string.sub(lock[LOCK.BYTES], LOCK_PLACE, -1 - string.byte(lock[LOCK.BYTES], LOCK_PLACE - 1)) or lock[LOCK.BYTES]
end

local function number_bytes(number)
  return struct.pack('>I8', number)
end

local function set_lease(lock, number, since, expires_at)
  if lock[LOCK.KIND] then
    forget_due(lock)
  end
  local due = due_at(lock[LOCK.LEASE_MS], since, expires_at)
  add_member(KEY.LEASES, number .. lock[LOCK.ID], text(due))
  if due < state.next_due then
    state.next_due = due
  end
end

-- Adds all of these entries; the caller counts the lock.
local function add_held(lock, token, since, expires_at)
  local number, targets = number_bytes(token), lock[LOCK.TARGETS]
  for t = 1, #targets do
    add_member(KEY.INDEX, index_member(lock, targets[t], number))
    add_member(KEY.OWN, own_member('H', lock, targets[t], number))
  end
  set_lease(lock, number, since, expires_at)
end
