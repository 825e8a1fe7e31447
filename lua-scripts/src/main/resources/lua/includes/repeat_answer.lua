-- @late repeating: repeat_answer
-- @include cut_end, digest_of, emit, event_types, lock, parse_asked, queue_position, reasons, records, refuse_acquire
-- @include session_of, who_of
-- Answers a repeated acquire with the present state of the lock. WHO of the first acquire goes along, as it names where the lock's events go.
function repeat_answer(request, known)
  if (known.digest or digest_of(known)) ~= digest_of(request) then
    refuse_acquire(request, REJECTED.ID_CONFLICT, '', true)
    return
  end
  local flags = IS_REPEATED + IS_ANSWER
  if known[LOCK.KIND] == ENDED then
    emit(known.type, known.reason, flags, request[LOCK.BYTES], known.details .. 'L' .. known.who, '')
    return
  end
  local record, who = string.sub(known[LOCK.BYTES], 1, LOCK_PLACE - 2) .. '\0' .. request[LOCK.BYTES], 'L' .. who_of(known)
  if known[LOCK.KIND] == HELD then
    local lease_ms, cut = known[LOCK.LEASE_MS]
    if lease_ms == 0 then
      local asked = asked_of(known)
      record = string.sub(known[LOCK.BYTES], 1, LOCK_PLACE - 2) .. string.char(#asked) .. request[LOCK.BYTES] .. asked
      record, cut = told_record(known, record, known[LOCK.UNTIL_AT]), cut_of_bound(known)
    else
      cut = cut_part(known, lease_ms)
    end
    emit(EVENT_TYPES.granted, 0, flags + IS_RECORD, record, cut .. who, '')
  else
    emit(EVENT_TYPES.queued, 0, flags + IS_RECORD, record, queue_position(request[LOCK.ACCOUNT], request[LOCK.ID], known[LOCK.NUMBER]) .. who, '')
  end
end
