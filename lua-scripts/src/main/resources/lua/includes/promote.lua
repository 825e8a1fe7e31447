-- @late waiting: promote
-- @include enqueue, fits, grant, is_blocked, keys, parse_lock, state, touched, walk_index
-- Looks, in queue order, at those whom ends may have unblocked, account by account, and grants what nothing blocks any more. Nobody else can have
-- become free: what is granted only goes on to stand in the way. False if the budget ended before: then the same record goes on in the next call,
-- behind todo.promoted accounts and, in the next one, behind todo.cursor.
local NUMBER_BYTES, ID_END = 8, 20

local function promote_account(account, prefixes, limit)
  local todo, is_first, finished, last = state.todo, state.work == 0, true, nil
  local pause = {after = todo.cursor, limit = limit}
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
    state.work = state.work + 10 + request.cost
    request.arrival = request.number
    local blocked = is_blocked(request)
    if blocked == nil then
      finished = false
      return false
    elseif not blocked then
      dequeue(request)
      grant(request, state.at - request.since, 0)
    end
    last, todo.cursor = arrival_and_id, string.sub(member, #prefix + 1)
    return true
  end, pause)
  return finished and not pause.is_due
end

function promote(limit)
  local todo = state.todo
  todo.promoted = todo.promoted or 0
  while todo.promoted < todo.touched do
    if state.work >= limit then
      return false
    end
    local account, prefixes = touched_account(todo.promoted + 1)
    if prefixes ~= false and not promote_account(account, prefixes, limit) then
      return false
    end
    todo.promoted, todo.cursor = todo.promoted + 1, nil
    state.work = state.work + 2
  end
  todo.promoted = nil
  forget_touched()
  return true
end
