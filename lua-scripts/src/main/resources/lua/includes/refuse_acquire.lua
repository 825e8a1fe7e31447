-- @late refusing: refuse_acquire
-- @include emit, event_types, lock, remember
-- Refuses a new acquire. The refusal is remembered, with the bad field at most,
-- which is the only part of one byte, unless the id stays free or belongs to another request.
function refuse_acquire(request, reason, details, is_forgotten)
  emit(EVENT_TYPES.rejected, reason, IS_ANSWER, request[LOCK.BYTES], details, '')
  if not is_forgotten then
    remember(request, EVENT_TYPES.rejected, reason, #details == 1 and details or '')
  end
end
