-- @late waiting: is_blocked_by_earlier
-- @include each_blocker, pause_of_record
-- Says whether a request must wait for an earlier one that does not itself wait for a lock that it names in `holding`; nil as in includes/is_blocked.
function is_blocked_by_earlier(request)
  local blocked, pause = false, pause_of_record()
  each_waiting_blocker(request, function()
    blocked = true
    return false
  end, pause)
  if pause.is_due and not blocked then
    return nil
  end
  return blocked
end
