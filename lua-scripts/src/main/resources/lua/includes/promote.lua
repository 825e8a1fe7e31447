-- @late waiting: promote
-- @include blocked_by, enqueue, event_types, find_gone, finish_held, fits, grant, is_blocked, keys, lock, modes, note_end, parse_lock, reasons
-- @include setting_places, state, walk_index
-- Looks at the requests that ends may have unblocked, account by account and in queue order, and grants each that nothing blocks any more. A grant
-- unblocks nobody, so one pass is enough. A request whose path is gone is refused instead; that may unblock later ones, so the pass goes
-- on with them. Once a lock that closes the account is granted, all others that wait there are refused. False if the budget ended first; the state
-- of promotion stands in includes/note_end, with a picture.
local NUMBER_BYTES, ID_END = 8, 20

local function promote_account(account, prefixes, limit)
  local promotion, is_first, finished, last, is_refused = state.todo.promotion, state.work == 0, true, nil, false
  local pause = {after = promotion.cursor, limit = limit}
  walk_index(prefixes and KEY.WAIT_INDEX or KEY.QUEUE, prefixes or {account}, nil, function(member, prefix)
    local arrival_and_id = string.sub(member, #prefix + 1, #prefix + ID_END)
    -- A request has as many members as targets and levels.
    if arrival_and_id == last then
      return true
    end
    local request = read_lock(string.sub(arrival_and_id, NUMBER_BYTES + 1))
    if not is_first and not fits(request, limit) then
      finished = false
      return false
    end
    is_first = false
    state.work = state.work + 10 + request[LOCK.COST]
    request[LOCK.ARRIVAL] = request[LOCK.NUMBER]
    local blocked = is_blocked(request)
    if blocked == nil then
      finished = false
      return false
    end
    last, promotion.cursor = arrival_and_id, string.sub(member, #prefix + 1)
    local gone = not blocked and state.settings[SETTING.REMEMBERS_MOVES] == 1 and find_gone(request)
    if gone then
      finish_waiting(request, EVENT_TYPES.rejected, REJECTED.PATH_GONE, '', gone)
      is_refused = true
      return false
    elseif not blocked then
      dequeue(request)
      grant(request, state.at - request[LOCK.SINCE], 0)
      if request[LOCK.TARGETS][1].mode == MODE.CLOSE then
        note_closing(request)
        is_refused = true
        return false
      end
    else
      local closing = promotion.closing and closing_part(request)
      if closing then
        finish_waiting(request, EVENT_TYPES.rejected, REJECTED.ACCOUNT_CLOSED, '', closing)
        is_refused = true
        return false
      end
    end
    return true
  end, pause)
  return finished and not pause.is_due, is_refused
end

function promote(limit)
  local promotion = state.todo.promotion
  while promotion.done < promotion.count do
    if state.work >= limit then
      return false
    end
    local is_refused
    repeat
      local account, prefixes = noted_account(promotion.done + 1)
      local is_done = true
      is_refused = false
      if prefixes ~= false then
        is_done, is_refused = promote_account(account, prefixes, limit)
      end
      if not is_done and not is_refused then
        return false
      end
    until not is_refused
    promotion.done, promotion.cursor = promotion.done + 1, nil
    promotion.closing = nil
    state.work = state.work + 2
  end
  forget_noted()
  return true
end
