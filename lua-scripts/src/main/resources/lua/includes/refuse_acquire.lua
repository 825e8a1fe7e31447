-- @late refusing: refuse_acquire
-- @include emit, event_types, reasons, remember
-- Refuses a new acquire. The refusal is remembered, with the bad field at most, unless the id stays free or belongs to another request.
function refuse_acquire(request, reason, details, is_forgotten)
  emit(EVENT_TYPES.rejected, reason, IS_ANSWER, request.bytes, details, '')
  if not is_forgotten then
    remember(request, EVENT_TYPES.rejected, reason, reason == REJECTED.NOT_HELD and details or '')
  end
end
