-- @late waiting: promote
-- @include blocked, change, count, count_lock, counters, counters_of, enqueue, grant, keys, lock, members, room, state, text
-- Walks the queues of the touched accounts in order and grants what nothing blocks any more. False if the budget ended before the walk: then the
-- same record goes on in the next call, from todo.cursor, with the requests passed so far counted in the key walk: for each level of their targets
-- by its name, and by owner and name.
local WAITERS_PER_READ, ID_PLACE = 64, 21

-- Counts a request that is passed over.
local function pass(view, request)
  local own = {}
  for t = 1, #request.targets do
    local target, names = request.targets[t], {}
    for level = 1, target.levels do
      names[level] = request.owner .. target.names[level]
    end
    own[t] = {mode = target.mode, levels = target.levels, names = names}
  end
  local of_owner = {targets = own}
  read_counters_of(view.set, request)
  read_counters_of(view.set, of_owner)
  count_targets(view.set, request, 0, 1)
  count_targets(view.set, of_owner, 0, 1)
end

local function walk_queue(account, view, limit)
  local todo, finished = state.todo, false
  while not finished do
    local members = read_members('ZRANGEBYLEX', KEY.QUEUE, todo.cursor, '(' .. account .. '\255', 'LIMIT', '0', text(WAITERS_PER_READ))
    finished = #members < WAITERS_PER_READ
    for n = 1, #members do
      local request = read_lock(string.sub(members[n], ID_PLACE))
      if not fits(request, limit) then
        return false
      end
      state.work = state.work + 10 + request.cost
      request.arrival = request.number
      local blocked = is_blocked(request, view)
      if blocked == nil then
        return false
      elseif blocked then
        pass(view, request)
      else
        dequeue(request)
        grant(request, state.at - request.since, 0)
      end
      todo.cursor = '(' .. members[n]
    end
  end
  return true
end

-- Touched accounts are counted through, not taken out: there may be very many.
function promote(limit)
  local todo = state.todo
  local touched = todo.touched
  local n = todo.promoted or 0
  while n < #touched do
    if state.work >= limit then
      todo.promoted = n
      return false
    end
    local account = touched[n + 1]
    if todo.walks[account] then
      local is_new = not todo.cursor
      todo.cursor = todo.cursor or '[' .. account
      local view = {set = counter_set(KEY.WALK, is_new), place = 0, scale = 1}
      if not walk_queue(account, view, limit) then
        flush_counters(view.set)
        todo.promoted = n
        return false
      end
      if not is_new then
        change('UNLINK', KEY.WALK)
      end
      todo.cursor = nil
    end
    n = n + 1
    state.work = state.work + 2
  end
  todo.touched, todo.walks, todo.promoted = nil, nil, nil
  return true
end
