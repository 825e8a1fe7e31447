-- @rare each_waiting_blocker, each_blocker
-- @include conflicting_pair, conflicts, counters, counters_of, holding, index_walk, keys, lock, own, records, relations, state, usage, views
-- What blocks a request, in the order in which events list it: each_blocker calls visit(lock, target, relation) until it answers false; `target` is
-- the blocker's first conflicting one. Waiting requests count if they arrived before `request.arrival`, all if that is nil, and unless they
-- conflict with a lock that the request names in `holding`.
-- With `pause`, see includes/index_walk, the search may take several calls: pause.step is the walk at which it stands, pause.seen the held locks
-- visited so far.
-- The walk along the queue; those along the held locks are counted from 1.
local WAITING_STEP = 1000000

-- Whether a walk is still to be made.
local function enters(pause, step)
  if not pause or step == pause.step then
    return true
  end
  if step < pause.step then
    return false
  end
  pause.step, pause.after = step, nil
  return true
end

-- The first of a lock's targets at a path whose mode is one of `modes`.
local function target_at(lock, path, modes)
  for t = 1, #lock.targets do
    if lock.targets[t].path == path then
      for m = 1, #modes do
        if modes[m] == lock.targets[t].mode then
          return lock.targets[t]
        end
      end
    end
  end
end

-- For each target in turn those above from the root, at its path, below it in path order; equal paths by token; each lock once.
local function each_held_blocker(request, visit, pause)
  local seen, go_on, step = pause and pause.seen or {}, true, 0
  local function walk(target, level, relation)
    step = step + 1
    local modes = go_on and enters(pause, step) and modes_of_others(HELD_VIEW, request.owner, target, level, relation)
    if not modes then
      return
    end
    local prefixes, suffix = {}, request.account .. path_at(target, level) .. (relation == DESCENDANT and '\1' or '\0')
    for m = 1, #modes do
      prefixes[m] = modes[m] .. suffix
    end
    walk_index(KEY.INDEX, prefixes, request.owner, function(member)
      local path, id = string.sub(member, 14, -34), string.sub(member, -24, -13)
      if not seen[id] then
        seen[id] = true
        local lock = read_lock(id)
        go_on = visit(lock, target_at(lock, path, modes), relation)
      end
      return go_on
    end, pause)
    go_on = go_on and not (pause and pause.is_due)
  end
  read_counters_of(counters, request)
  for t = 1, #request.targets do
    local target = request.targets[t]
    for level = 1, target.levels do
      walk(target, level, level < target.levels and ANCESTOR or SAME)
    end
    walk(target, target.levels, DESCENDANT)
  end
  return go_on
end

-- The locks that a request names and its owner holds; one granted after it arrived is another that got the id again.
local function named_locks(request)
  local holding, named = holding_of(request), {}
  for n = 1, #holding do
    local lock = is_alive(holding[n]) and read_lock(holding[n])
    if lock and lock.kind == HELD and lock.owner == request.owner and lock.number < (request.arrival or math.huge) then
      named[#named + 1] = lock
    end
  end
  return named
end

local function conflicts_with_any(named, other)
  for n = 1, #named do
    state.work = state.work + #named[n].targets
    if conflicting_pair(named[n], other) then
      return true
    end
  end
  return false
end

-- In queue order.
function each_waiting_blocker(request, visit, pause)
  if not enters(pause, WAITING_STEP) then
    return
  end
  local prefixes, seen, named = {}, {}, named_locks(request)
  local function add(target, level, relation)
    local modes = modes_of_others(WAITING_VIEW, request.owner, target, level, relation) or {}
    for m = 1, #modes do
      prefixes[#prefixes + 1] = target.names[level] .. (relation == DESCENDANT and 'b' or 'a') .. modes[m]
    end
  end
  read_counters_of(counters, request)
  for t = 1, #request.targets do
    local target = request.targets[t]
    for level = 1, target.levels do
      add(target, level, level < target.levels and ANCESTOR or SAME)
    end
    add(target, target.levels, DESCENDANT)
  end
  walk_index(KEY.WAIT_INDEX, prefixes, request.owner, function(member)
    local arrival, id = struct.unpack('>I8c12', member, 15)
    if request.arrival and arrival >= request.arrival then
      return false
    end
    if seen[id] then
      return true
    end
    seen[id] = true
    local other = read_lock(id)
    if conflicts_with_any(named, other) then
      return true
    end
    return visit(other, conflicting_pair(request, other))
  end, pause)
end

function each_blocker(request, visit, pause)
  if each_held_blocker(request, visit, pause) and usage_of(request.account)[WAITING_NUMBER] > 0 then
    each_waiting_blocker(request, visit, pause)
  end
end
