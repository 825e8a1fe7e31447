-- @include any_conflict, held_view, is_blocked_by_earlier, lock, pause_of_record, state, usage
-- Says whether a request must wait: it conflicts with a held lock of another owner, or with a waiting request of another owner that arrived before
-- LOCK.ARRIVAL of the request, any if that is nil. Nil if the budget ended before that was known; then the next call goes on with the same record.
-- pause.held and pause.waiting are the numbers of targets compared so far with held locks and waiting requests.
local function conflicts_in(view, request, name)
  local pause = state.todo.pause
  local found, compared = any_conflict(view, request, pause and pause[name] or 0)
  if found == nil then
    pause_of_record()[name] = compared
  end
  return found
end

local function is_blocked(request)
  local blocked = conflicts_in(HELD_VIEW, request, 'held')
  if blocked == false and usage_of(request[LOCK.ACCOUNT])[WAITING_NUMBER] > 0 then
    blocked = conflicts_in(WAITING_VIEW, request, 'waiting')
    if blocked == nil then
      state.todo.pause.held = #request[LOCK.TARGETS]
    elseif blocked and (request[LOCK.ARRIVAL] or request[LOCK.HOLDING_COUNT] > 0 or state.aside) then
      blocked = is_blocked_by_earlier(request)
    end
  end
  if blocked ~= nil then
    state.todo.pause = nil
  end
  return blocked
end
