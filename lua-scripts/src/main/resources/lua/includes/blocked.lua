-- @include any_conflict, blockers, pause_of_record, state, usage, views
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
  local blocked, pause = false, pause_of_record()
  each_waiting_blocker(request, function()
    blocked = true
    return false
  end, pause)
  if pause.is_due and not blocked then
    return nil
  end
  state.todo.pause = nil
  return blocked
end
