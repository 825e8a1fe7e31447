-- @late acquiring: grant
-- @include add_held, bounds, cut_end, emit, event_types, hold, last_end_of, lock, note_moves, records, session_of, sessions, state, write_record
-- Grants a lock and emits the event.
-- `flags` of the event say whether it answers the acquire itself.
function grant(lock, waited_ms, flags)
  local token, at = state.seq + 1, state.at
  local lease_ms = lock[LOCK.LEASE_MS]
  local lease_end = lease_ms > 0 and at + lease_ms or NO_END
  local expires_at = math.min(lease_end, last_end_of(lock, at), cut_end(lease_ms, at))
  hold(lock, token, expires_at)
  local record = struct.pack(TIMES_FORMAT, HELD, token, at, expires_at, waited_ms, 0) .. lock_bytes(lock)
  write_record(lock[LOCK.ID], record)
  if lease_ms == 0 then
    bind_to_session(lock, BOUND_HELD, number_bytes(token))
    record = told_record(lock, record, expires_at)
  end
  emit(EVENT_TYPES.granted, 0, flags + IS_RECORD, record, cut_part(lock, lease_ms), '')
  if state.oldest_moved_at ~= 0 then
    note_made(lock)
  end
end
