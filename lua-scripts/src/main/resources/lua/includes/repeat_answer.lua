-- @late repeating: repeat_answer
-- @include digest_of, emit, event_types, queue_position, reasons, records, refuse_acquire, who_of
-- Told once more, as it stands now. Whom the lock's own events are to reach is known from the first time, so WHO goes along.
function repeat_answer(request, known)
  if (known.digest or digest_of(known)) ~= digest_of(request) then
    refuse_acquire(request, REJECTED.ID_CONFLICT, '', true)
    return
  end
  local flags = IS_REPEATED + IS_ANSWER
  if known.kind == ENDED then
    emit(known.type, known.reason, flags, request.bytes, known.details .. 'L' .. known.who, '')
    return
  end
  local record, who = string.sub(known.bytes, 1, LOCK_PLACE - 2) .. '\0' .. request.bytes, 'L' .. who_of(known)
  if known.kind == HELD then
    emit(EVENT_TYPES.granted, 0, flags + IS_RECORD, record, who, '')
  else
    emit(EVENT_TYPES.queued, 0, flags + IS_RECORD, record, queue_position(request.account, request.id, known.number) .. who, '')
  end
end
