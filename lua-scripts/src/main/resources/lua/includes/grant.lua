-- @late acquiring: grant
-- @include count_lock, emit, event_types, held, keys, own_member, pend, records, state, write_record
-- Holds a lock from now on and says so.
-- `flags` are those of the event: whether it answers the acquire itself.
function grant(lock, waited_ms, flags)
  local token, at = state.seq + 1, state.at
  local number, expires_at, targets = number_bytes(token), at + lock.lease_ms, lock.targets
  for t = 1, #targets do
    add_member(KEY.INDEX, index_member(lock, targets[t], number))
    add_member(KEY.OWN, own_member('H', lock, targets[t], number))
  end
  count_lock(lock, 0, 1)
  set_lease(lock.id, number, expires_at)
  local record = struct.pack(TIMES_FORMAT, HELD, token, at, expires_at, waited_ms) .. lock_bytes(lock)
  write_record(lock.id, record)
  emit(EVENT_TYPES.granted, 0, flags + IS_RECORD, record, '', '')
end
