-- @late waiting: deadlock
-- @include bounds, charge_reading, each_blocker, holding_of, json_bytes, keys, lock, parse_lock, records, state, take_up, walk_index, who_of
-- Looks for a way from a new request back to a lock that it names in `holding`: a request waits for its blockers, a held lock for the waiting
-- requests that name it. Breadth first, at most MOST_NODES nodes. Answers with a part of the details, see includes/emit, or false: 'C', number of
-- the locks on the way that are listed, 1 if some are not (1 byte each), WHO of each with its length before it; nil if the search was broken off.
-- Then pause.nodes are the ids found so far, pause.parents the numbers of the nodes that led to them, 0 for the request itself, and pause.node the
-- number of the one that is looked at.
-- Calls visit(lock) with the waiting requests that name a held lock in `holding`, in queue order, until it answers false. A request that arrived
-- before the lock's grant names an earlier lock with the same id.
local function each_namer(lock, visit, pause)
  walk_index(KEY.NAMERS, {lock[LOCK.ID]}, nil, function(member)
    local arrival, id = struct.unpack('>I8c12', member, 13)
    if arrival < lock[LOCK.NUMBER] then
      return true
    end
    local namer = read_lock(id)
    charge_reading(namer)
    return visit(namer)
  end, pause)
end

-- Lists as many nodes as fit, from both ends in turn.
local function way_to(pause, node)
  local way, first, last, bytes = {}, {}, {}, 0
  while node > 0 do
    table.insert(way, 1, read_lock(pause.nodes[node]))
    node = pause.parents[node]
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

-- Calls visit with each lock that a node waits for; node 0 is the request.
local function each_next(request, pause, visit)
  local lock = pause.node == 0 and request or read_lock(pause.nodes[pause.node])
  state.work = state.work + lock[LOCK.COST] / 4
  if lock[LOCK.KIND] == HELD then
    each_namer(lock, visit, pause)
  else
    lock[LOCK.ARRIVAL] = lock[LOCK.NUMBER]
    each_blocker(lock, visit, pause)
  end
end

local function names_among(ids)
  local among = {}
  for n = 1, #ids do
    among[ids[n]] = true
  end
  return among
end

function deadlock(request, pause)
  local holding = holding_of(request)
  if #holding == 0 then
    return false
  end
  pause.nodes, pause.parents, pause.node = pause.nodes or {}, pause.parents or {}, pause.node or 0
  local nodes, parents = pause.nodes, pause.parents
  local named, known, found = names_among(holding), names_among(nodes), nil
  known[request[LOCK.ID]] = true
  local function discover(lock)
    if not known[lock[LOCK.ID]] then
      known[lock[LOCK.ID]] = true
      nodes[#nodes + 1], parents[#nodes + 1] = lock[LOCK.ID], pause.node
      found = found or named[lock[LOCK.ID]] and #nodes
    end
    return not found and #nodes < MOST_NODES
  end
  while pause.node <= #nodes and not found and #nodes < MOST_NODES do
    each_next(request, pause, discover)
    if pause.is_due and not found then
      return nil
    end
    pause.node = pause.node + 1
    restart(pause)
  end
  return found and way_to(pause, found) or false
end
