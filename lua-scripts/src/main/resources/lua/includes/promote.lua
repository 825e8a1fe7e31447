-- @late waiting: promote
-- @include enqueue, fits, grant, is_blocked, keys, lock, note_end, parse_lock, state, walk_index
-- Looks at the requests that ends may have unblocked, account by account and in queue order, and grants each that nothing blocks any more. A grant
-- unblocks nobody, so one pass is enough. False if the budget ended first; the state of promotion stands in includes/note_end, with a picture.
local NUMBER_BYTES, ID_END = 8, 20

local function promote_account(account, prefixes, limit)
  local promotion, is_first, finished, last = state.todo.promotion, state.work == 0, true, nil
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
    elseif not blocked then
      dequeue(request)
      grant(request, state.at - request[LOCK.SINCE], 0)
    end
    last, promotion.cursor = arrival_and_id, string.sub(member, #prefix + 1)
    return true
  end, pause)
  return finished and not pause.is_due
end

function promote(limit)
  local promotion = state.todo.promotion
  while promotion.done < promotion.count do
    if state.work >= limit then
      return false
    end
    local account, prefixes = noted_account(promotion.done + 1)
    if prefixes ~= false and not promote_account(account, prefixes, limit) then
      return false
    end
    promotion.done, promotion.cursor = promotion.done + 1, nil
    state.work = state.work + 2
  end
  forget_noted()
  return true
end
