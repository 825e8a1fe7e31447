-- @include emit, message, remember
-- Refuses a new acquire; it is remembered unless its id stays free or somebody else's.
local function refuse_acquire(request, reason, further, is_forgotten)
  local short = message(reason)
  emit_lock('rejected', request.account, request.lock_id, request.record, request, reason, short .. further)
  if not is_forgotten then
    remember(request.id, request.record, 'rejected', reason, short .. further, #short)
  end
end
