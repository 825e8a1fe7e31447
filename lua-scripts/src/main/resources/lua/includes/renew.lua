-- @late renewing: renew
-- @include add_held, cut_end, emit, event_types, held_record, last_end_of, lock, parse_asked, reasons, records, refer, session_of, state
-- @include write_record
-- Renews a lock: the lease counts from now, for lease_ms or, if that is 0, for the lock's own lease, but not beyond the longest time for which it may
-- be held, nor beyond the end that a request to yield set. A cut by the settings takes nothing away from what was granted. The event tells why the
-- holder declines to yield, if COMMAND says so. A bound lock stays as it is.
function renew(id, command, account_hash, owner, lease_ms)
  local lock = refer(id, account_hash, command)
  if lock == false then
    return
  end
  if lock and lock[LOCK.KIND] ~= ENDED and lock[LOCK.OWNER] ~= owner then
    refuse_reference(REJECTED.NOT_HOLDER, command)
    return
  end
  if not lock or lock[LOCK.KIND] ~= HELD then
    refuse_reference(REJECTED.NOT_HELD, command)
    return
  end
  if lock[LOCK.LEASE_MS] == 0 then
    emit(EVENT_TYPES.renewed, 0, IS_RECORD, told_record(lock, lock[LOCK.BYTES], lock[LOCK.UNTIL_AT]), cut_of_bound(lock) .. 'D', command)
    return
  end
  local asked = asked_of(lock)
  local _, ends_at = parse_asked(asked)
  local last = math.min(last_end_of(lock, lock[LOCK.SINCE]), ends_at)
  lease_ms = lease_ms == 0 and lock[LOCK.LEASE_MS] or lease_ms
  local expires_at = math.min(state.at + lease_ms, last, math.max(cut_end(lease_ms, lock[LOCK.SINCE]), lock[LOCK.UNTIL_AT]))
  local record = held_record(lock, expires_at, asked)
  write_record(id, record)
  set_lease(lock, number_bytes(lock[LOCK.NUMBER]), lock[LOCK.SINCE], expires_at)
  emit(EVENT_TYPES.renewed, 0, IS_RECORD, record, cut_part(lock, lease_ms) .. 'D', command)
end
