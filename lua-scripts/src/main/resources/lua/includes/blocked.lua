-- @include any_conflict, blockers, usage, views
-- Whether a request must wait: it conflicts with a held lock, or with a request of those in the view `earlier`.
local function is_blocked(request, earlier)
  if any_conflict(HELD_VIEW, request) then
    return true
  end
  if usage_of(request.account)[WAITING_NUMBER] == 0 or not any_conflict(earlier, request) then
    return false
  end
  local blocked = request.holding_count == 0
  if not blocked then
    each_waiting_blocker(request, function()
      blocked = true
      return false
    end)
  end
  return blocked
end
