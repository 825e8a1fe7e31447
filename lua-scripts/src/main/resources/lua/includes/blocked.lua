-- @include any_conflict, blocked_beside_named, usage, views
-- Whether a request must wait: it conflicts with a held lock, or with a request of those in the view `earlier`. Nil if the search was
-- broken off; then the same record goes on with it in the next call.
local function is_blocked(request, earlier)
  if any_conflict(HELD_VIEW, request) then
    return true
  end
  if usage_of(request.account)[WAITING_NUMBER] == 0 or not any_conflict(earlier, request) then
    return false
  end
  if request.holding_count == 0 then
    return true
  end
  return is_blocked_beside_named(request)
end
