-- @include emit, grant, keys, owner_of, record_fields, reference, reference_arguments, state, text
-- Holds on to a lock: the lease counts from now.
local function renew(first)
  local command, lock = refer(first)
  if not command then
    return
  end
  if lock and lock[1] ~= ENDED and owner_of(lock) ~= command.owner then
    refuse_reference(command, 'NOT_HOLDER')
    return
  end
  if not lock or lock[1] ~= HELD then
    refuse_reference(command, 'NOT_HELD')
    return
  end
  local lease_ms = ARGV[first + REFERENCE.REST]
  lock[EXPIRES_AT] = state.at + (lease_ms == '' and lock[LEASE_MS] or tonumber(lease_ms))
  redis.call('HSET', KEY.IDS, command.id, cmsgpack.pack(lock))
  set_lease(lock, command.id)
  emit_lock('renewed', command.account, command.lock_id, lock, command, nil, ',"token":' .. text(lock[TOKEN]) .. ',"expiresAt":'
    .. text(lock[EXPIRES_AT]) .. ',"grantedAt":' .. text(lock[GRANTED_AT]) .. ',"waitedMs":' .. text(lock[WAITED_MS]))
end
