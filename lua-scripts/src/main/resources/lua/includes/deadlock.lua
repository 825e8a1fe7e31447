-- @rare deadlock
-- @include blockers, bounds, holding, index_walk, json_bytes, keys, lock, records, who
-- Looks for a way from a new request back to a lock that it names in `holding`: a request waits for its blockers, a held lock for the waiting
-- requests that name it. Breadth first, at most MOST_NODES nodes. Answers with a part of the details, see includes/emit, or nil: 'C', number of
-- the locks on the way that are listed, 1 if some are not (1 byte each), WHO of each with its length before it.
-- Calls visit(lock) with the waiting requests that name a held lock in `holding`, in queue order, until it answers false. Those that arrived
-- before its grant name another lock, whose id it got again.
local function each_namer(lock, visit)
  walk_index(KEY.NAMERS, {lock.id}, nil, function(member)
    local arrival, namer = struct.unpack('>I8c12', member, 13)
    return arrival < lock.number or visit(read_lock(namer))
  end)
end

-- As many as have room, from both ends in turn.
local function way_to(node)
  local way, first, last, bytes = {}, {}, {}, 0
  while node do
    table.insert(way, 1, node.lock)
    node = node.from
  end
  for n = 1, #way do
    local is_first = n % 2 == 1
    local lock = is_first and way[(n + 1) / 2] or way[#way + 1 - n / 2]
    bytes = bytes + CYCLE_ID_BYTES + json_bytes((names_of_who(lock)))
    if bytes > CYCLE_BYTES then
      break
    end
    if is_first then
      first[#first + 1] = who_of(lock)
    else
      table.insert(last, 1, who_of(lock))
    end
  end
  local number = #first + #last
  return 'C' .. string.char(number, number < #way and 1 or 0) .. table.concat(first) .. table.concat(last)
end

function deadlock(request)
  local holding = holding_of(request)
  if #holding == 0 then
    return nil
  end
  local named, nodes, seen, found, from = {}, {}, {[request.id] = true}, nil, nil
  for n = 1, #holding do
    named[holding[n]] = true
  end
  local function discover(lock)
    if not seen[lock.id] then
      seen[lock.id] = true
      nodes[#nodes + 1] = {lock = lock, from = from}
      if named[lock.id] then
        found = nodes[#nodes]
      end
    end
    return not found and #nodes < MOST_NODES
  end
  each_blocker(request, discover)
  local n = 1
  while n <= #nodes and not found and #nodes < MOST_NODES do
    from = nodes[n]
    local lock = from.lock
    if lock.kind == HELD then
      each_namer(lock, discover)
    else
      lock.arrival = lock.number
      each_blocker(lock, discover)
    end
    n = n + 1
  end
  return found and way_to(found)
end
