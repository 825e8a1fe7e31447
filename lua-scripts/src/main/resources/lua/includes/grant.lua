-- @late acquiring: grant
-- @include add_held, emit, event_types, hold, last_end_of, lock, records, state, write_record
-- Grants a lock and emits the event.
-- `flags` of the event say whether it answers the acquire itself.
function grant(lock, waited_ms, flags)
  local token, at = state.seq + 1, state.at
  local expires_at = math.min(at + lock[LOCK.LEASE_MS], last_end_of(lock, at))
  hold(lock, token, expires_at)
  local record = struct.pack(TIMES_FORMAT, HELD, token, at, expires_at, waited_ms, 0) .. lock_bytes(lock)
  write_record(lock[LOCK.ID], record)
  emit(EVENT_TYPES.granted, 0, flags + IS_RECORD, record, '', '')
end
