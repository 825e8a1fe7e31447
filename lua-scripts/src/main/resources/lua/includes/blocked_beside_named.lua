-- @late waiting: is_blocked_beside_named
-- @include blockers, pause_of_record, state
-- Whether a request must wait for one that does not itself wait for a lock that it names in `holding`; nil as in includes/blocked.
function is_blocked_beside_named(request)
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
