-- @include any_conflict, blockers, counters, lock_counts
-- Whether a request must wait: it conflicts with a held lock, or with a request in `earlier`, a set of counters of those that came before.
local function is_blocked(request, earlier)
  if any_conflict(held_counters, request.targets) then
    return true
  end
  if waiting_in(request.account) == 0 or not any_conflict(earlier, request.targets) then
    return false
  end
  local blocked = #request.holding == 0
  if not blocked then
    each_waiting_blocker(request, function()
      blocked = true
      return false
    end)
  end
  return blocked
end
