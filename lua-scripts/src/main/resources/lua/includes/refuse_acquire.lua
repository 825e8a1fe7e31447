-- @include emit, reason_details, remember
-- Refuses a new acquire; it is remembered unless its id stays free or somebody else's.
local function refuse_acquire(request, reason, further, is_forgotten)
  local short = reason_details(reason)
  emit_lock('rejected', request.account, request.lock_id, request.record, request, short .. further)
  if not is_forgotten then
    remember(request.id, request.record, 'rejected', short .. further, #short)
  end
end
