-- Holds on to a lock: the lease counts from now.
local function renew(first)
  local request, lock = refer(first)
  if not request then
    return true
  end
  if not lock or lock[1] ~= HELD then
    refuse_reference(request, 'NOT_HELD')
    return true
  end
  if not is_owner(request, lock) then
    refuse_reference(request, 'NOT_HOLDER')
    return true
  end
  local lease_ms = ARGV[first + 9]
  lock[EXPIRES_AT] = state.at + (lease_ms == '' and lock[LEASE_MS] or tonumber(lease_ms))
  redis.call('HSET', KEY_IDS, request.id, cmsgpack.pack(lock))
  set_lease(lock, request.id)
  emit({type = 'renewed', account = request.account, account_json = request.account_json, command_json = request.command_json,
    subject = lock_subject(lock[LOCK_ID_JSON], lock[HEAD_JSON], lock[TAIL_JSON]),
    details = '"token":' .. text(lock[TOKEN]) .. ',"expiresAt":' .. text(lock[EXPIRES_AT]) .. ',"grantedAt":' .. text(lock[GRANTED_AT])
      .. ',"waitedMs":' .. text(lock[WAITED_MS]),
    lock_id = request.lock_id, reply_to = request.reply_to, lock_reply_to = lock[REPLY_TO]})
  return true
end
