-- @rare deadlock
-- @include blockers, bounds, holding, index_walk, keys, lock, records, who
-- Looks for a way from a new request back to a lock that it names in `holding`: a request waits for its blockers, a held lock for the waiting
-- requests that name it. Breadth first, at most MOST_NODES nodes. Answers with a part of the details, see includes/emit, or nil: 'C', number of
-- the locks on the way (1 byte), WHO of each with its length before it.
-- Calls visit(lock) with the waiting requests that name a held lock in `holding`, in queue order, until it answers false. Those that arrived
-- before its grant name another lock, whose id it got again.
local function each_namer(lock, visit)
  walk_index(KEY.NAMERS, {lock.id}, nil, function(member)
    local arrival, namer = struct.unpack('>I8c12', member, 13)
    return arrival < lock.number or visit(read_lock(namer))
  end)
end

local function way_to(node)
  local way = {}
  while node do
    table.insert(way, 1, who_of(node.lock))
    node = node.from
  end
  return 'C' .. string.char(#way) .. table.concat(way)
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
