-- @include blockers, bounds, index_walk, keys, record_fields, request
-- Looks for a way from a new request back to a lock that it names in `holding`: a request waits for its blockers, a held lock for the waiting
-- requests that name it. Breadth first, at most MOST_NODES nodes. Answers with the JSON of the ids on the way, or nil.
local deadlock
do
  -- Calls visit(lock_id, record) with the waiting requests that name a held lock in `holding`, in queue order, until it answers false. Those that
  -- arrived before its grant name another lock, whose id it got again.
  local function each_namer(account, lock_id, lock, visit)
    local prefix = account .. '\0' .. lock_id .. '\0'
    local function visit_member(member)
      local arrival, namer = string.match(string.sub(member, #prefix + 1), '^([^%z]*)%z(.*)$')
      return tonumber(arrival) < lock[TOKEN] or visit(namer, read_record(account .. '\0' .. namer))
    end
    walk_index(KEY.NAMERS, {prefix}, '\1', visit_member)
  end

  local function way_json(nodes, last)
    local way, node = {}, last
    while node do
      table.insert(way, 1, node.record[LOCK_ID_JSON])
      node = nodes[node.from]
    end
    return '[' .. table.concat(way, ',') .. ']'
  end

  function deadlock(request)
    if #request.holding == 0 then
      return nil
    end
    local named, nodes, seen, found = {}, {}, {[request.lock_id] = true}, nil
    for n = 1, #request.holding do
      named[request.holding[n]] = true
    end
    local from
    local function discover(lock_id, record)
      if not seen[lock_id] then
        seen[lock_id] = true
        nodes[#nodes + 1] = {lock_id = lock_id, record = record, from = from}
        if named[lock_id] then
          found = nodes[#nodes]
        end
      end
      return not found and #nodes < MOST_NODES
    end
    each_blocker(request, discover)
    from = 1
    while from <= #nodes and not found and #nodes < MOST_NODES do
      local node = nodes[from]
      if node.record[1] == HELD then
        each_namer(request.account, node.lock_id, node.record, discover)
      else
        local waiting = request_of(request.account, node.lock_id, node.record)
        waiting.arrival = node.record[ARRIVAL]
        each_blocker(waiting, discover)
      end
      from = from + 1
    end
    return found and way_json(nodes, found)
  end
end
