-- @include count, counters, index_member, keys, lock_counts, nodes, record_fields, state, text
-- Puts a request at the end of its account's queue, or takes one out.
--   queue: account NUL arrival NUL lockId
--   waits: deadline -> arrival NUL account NUL lockId
--   namers: account NUL lockId in holding NUL arrival NUL lockId
local position_of, enqueue, dequeue
do
  local function queue_member(account, lock_id, arrival)
    return account .. '\0' .. number_text(arrival) .. '\0' .. lock_id
  end

  local function wait_member(id, arrival)
    return number_text(arrival) .. '\0' .. id
  end

  local function namer_members(account, lock_id, record)
    local members = {}
    for n = 1, #record[HOLDING] do
      members[n] = account .. '\0' .. record[HOLDING][n] .. '\0' .. number_text(record[ARRIVAL]) .. '\0' .. lock_id
    end
    return members
  end

  -- 1 = next.
  function position_of(account, lock_id, arrival)
    return redis.call('ZLEXCOUNT', KEY.QUEUE, '[' .. account .. '\0', '[' .. queue_member(account, lock_id, arrival))
  end

  function enqueue(request)
    local account, lock_id, record = request.account, request.lock_id, request.record
    redis.call('HSET', KEY.IDS, request.id, cmsgpack.pack(record))
    redis.call('ZADD', KEY.QUEUE, '0', queue_member(account, lock_id, record[ARRIVAL]))
    redis.call('ZADD', KEY.WAITS, text(record[DEADLINE]), wait_member(request.id, record[ARRIVAL]))
    add_members(KEY.WAIT_INDEX, wait_index_members(lock_id, record, request.targets))
    if #record[HOLDING] > 0 then
      add_members(KEY.NAMERS, namer_members(account, lock_id, record))
    end
    load_targets(waiting_counters, request.targets)
    count_targets(waiting_counters, request.targets, 1)
    count_lock(account, record, WAITING_COUNT, 1)
    state.next_due = math.min(state.next_due, record[DEADLINE])
  end

  function dequeue(request)
    local account, lock_id, record = request.account, request.lock_id, request.record
    redis.call('ZREM', KEY.QUEUE, queue_member(account, lock_id, record[ARRIVAL]))
    redis.call('ZREM', KEY.WAITS, wait_member(request.id, record[ARRIVAL]))
    redis.call('ZREM', KEY.WAIT_INDEX, unpack(wait_index_members(lock_id, record, request.targets)))
    if #record[HOLDING] > 0 then
      redis.call('ZREM', KEY.NAMERS, unpack(namer_members(account, lock_id, record)))
    end
    load_targets(waiting_counters, request.targets)
    count_targets(waiting_counters, request.targets, -1)
    count_lock(account, record, WAITING_COUNT, -1)
  end
end
