-- @include blocked, count, counters, enqueue, grant, keys, nodes, record_fields, request, state, text
-- Walks the queues of the touched accounts in order and grants what nothing blocks any more. False if the budget ended before the walk: then the
-- same record goes on in the next call, from todo.cursor, with the requests passed so far counted in the key walk.
local promote
do
  local WAITERS_PER_READ = 64

  local function walk_queue(account, walk, limit)
    local todo, finished = state.todo, false
    while not finished do
      local members = redis.call('ZRANGEBYLEX', KEY.QUEUE, todo.cursor, '(' .. account .. '\1', 'LIMIT', '0', text(WAITERS_PER_READ))
      finished = #members < WAITERS_PER_READ
      for n = 1, #members do
        if state.work >= limit then
          return false
        end
        state.work = state.work + 10
        local lock_id = string.match(members[n], '^[^%z]*%z[^%z]*%z(.*)$')
        local request = request_of(account, lock_id, read_record(account .. '\0' .. lock_id))
        request.arrival = request.record[ARRIVAL]
        if is_blocked(request, walk) then
          load_targets(walk, request.targets)
          count_targets(walk, request.targets, 1)
        else
          local requested_at = request.record[REQUESTED_AT]
          dequeue(request)
          grant(request, state.at - requested_at, nil)
        end
        todo.cursor = '(' .. members[n]
      end
    end
    return true
  end

  -- Touched accounts are counted through, not taken out: there may be very many.
  function promote(limit)
    local todo = state.todo
    local touched = todo.touched or {}
    local n = todo.promoted or 0
    while n < #touched do
      if state.work >= limit then
        todo.promoted = n
        return false
      end
      local account = touched[n + 1]
      if todo.walks[account] then
        local is_new = not todo.cursor
        todo.cursor = todo.cursor or '[' .. account .. '\0'
        local walk = counter_set(KEY.WALK, is_new)
        if not walk_queue(account, walk, limit) then
          flush_counters(walk)
          todo.promoted = n
          return false
        end
        if not is_new then
          redis.call('UNLINK', KEY.WALK)
        end
        todo.cursor = nil
      end
      n = n + 1
      state.work = state.work + 2
    end
    todo.touched, todo.walks, todo.promoted = nil, nil, nil
    return true
  end
end
