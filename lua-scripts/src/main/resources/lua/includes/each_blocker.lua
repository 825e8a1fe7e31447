-- @late waiting: each_waiting_blocker, each_held_blocker, each_blocker
-- @include admits, charge_reading, conflicting_pair, held_view, holding_of, index_targets, keys, lock, modes_of_others, own_count, parse_lock
-- @include read_counters_of, read_members, records, relations, state, text, usage, walk_index
-- Finds the blockers of a request in the order in which events list them: calls visit(lock, target, relation) until it answers false. `target` is the
-- blocker's first conflicting one. A waiting request is a blocker if it arrived before `LOCK.ARRIVAL`, always if that is nil, unless it conflicts
-- with a lock that the request names in `holding` or replaces. The search may take several calls, see includes/take_up.
-- The number of the walk along the queue; the walks along held locks are numbered from 1.
local WAITING_STEP, QUEUE_PLACE, PER_READ = 1000000, 13, 64
-- The head of a held lock's record: kind, token, bytes that are skipped, owner.
local HEAD_FORMAT = '>BI8c37c12'
-- If there are more prefixes, each request of the queue is looked at instead.
local MOST_PREFIXES = 32

-- Says whether a walk is not finished yet.
local function enters(pause, step)
  if step < pause.step then
    return false
  elseif step > pause.step then
    pause.step, pause.after = step, nil
    pause.is_due = state.work >= pause.limit
  end
  return not pause.is_due
end

-- The first of a lock's targets at a path whose mode is one of `modes`.
local function target_at(lock, path, modes)
  for t = 1, #lock[LOCK.TARGETS] do
    if lock[LOCK.TARGETS][t].path == path then
      for m = 1, #modes do
        if modes[m] == lock[LOCK.TARGETS][t].mode then
          return lock[LOCK.TARGETS][t]
        end
      end
    end
  end
end

-- Visits held locks for each target in turn: above it from the root, at its path, below it in path order; equal paths by token; each lock once.
-- With `only` those whose targets in the way are of this mode.
function each_held_blocker(request, visit, pause, only)
  local seen, walked, go_on, step = pause.seen, {}, true, 0
  if state.aside then
    seen[state.aside[LOCK.ID]] = true
  end
  local function walk(target, level, relation)
    step = step + 1
    -- Levels that two targets share are walked for the first of them only.
    local asked = target.names[level] .. relation .. target.mode
    local is_first = not walked[asked]
    -- Walks of earlier calls count too.
    walked[asked] = true
    if not go_on or not is_first or not enters(pause, step) then
      go_on = go_on and not pause.is_due
      return
    end
    state.work = state.work + 1
    local modes = modes_of_others(HELD_VIEW, request, target, level, relation, only)
    if not modes then
      return
    end
    local prefixes, suffix = {}, request[LOCK.ACCOUNT] .. path_at(target, level) .. (relation == DESCENDANT and '\1' or '\0')
    for m = 1, #modes do
      prefixes[m] = modes[m] .. suffix
    end
    walk_index(KEY.INDEX, prefixes, request[LOCK.OWNER], function(member)
      local path, id = string.sub(member, 14, -34), string.sub(member, -24, -13)
      if not seen[id] then
        seen[id] = true
        local lock = read_lock(id)
        charge_reading(lock)
        go_on = admits(lock, request) or visit(lock, target_at(lock, path, modes), relation)
      end
      return go_on
    end, pause)
    go_on = go_on and not pause.is_due
  end
  read_counters_of(request)
  for t = 1, #request[LOCK.TARGETS] do
    local target = request[LOCK.TARGETS][t]
    for level = 1, target.levels do
      walk(target, level, level < target.levels and ANCESTOR or SAME)
    end
    walk(target, target.levels, DESCENDANT)
  end
  return go_on
end

-- The targets of the locks that a request names and its owner holds, see includes/index_targets; nil if none. A lock that was granted after the
-- request arrived is another one that reuses the id.
local function named_targets(request)
  local holding, named = holding_of(request), nil
  for n = 1, #holding do
    local bytes = read_record(holding[n])
    if bytes and string.byte(bytes) == HELD then
      local _, token, _, owner = struct.unpack(HEAD_FORMAT, bytes)
      if owner == request[LOCK.OWNER] and token < (request[LOCK.ARRIVAL] or math.huge) then
        named = index_targets(named, bytes, LOCK_PLACE)
      end
    end
  end
  return named
end

-- The prefixes in waitIndex of the requests that may conflict with one; the owner's own requests are among them.
local function waiting_prefixes(request)
  local prefixes = {}
  local function add(target, level, relation)
    local modes = modes_of_all(WAITING_VIEW, target, level, relation) or {}
    for m = 1, #modes do
      prefixes[#prefixes + 1] = target.names[level] .. (relation == DESCENDANT and 'b' or 'a') .. modes[m]
    end
  end
  read_counters_of(request)
  charge_reading(request)
  for t = 1, #request[LOCK.TARGETS] do
    local target = request[LOCK.TARGETS][t]
    for level = 1, target.levels do
      add(target, level, level < target.levels and ANCESTOR or SAME)
    end
    add(target, target.levels, DESCENDANT)
  end
  return prefixes
end

-- Calls visit(id, arrival) with the requests of others in the queue that conflict with one.
local function walk_others(request, visit, pause)
  local asked = index_targets(nil, request[LOCK.BYTES], request[LOCK.PLACE])
  local from, members = pause.after and '(' .. request[LOCK.ACCOUNT] .. string.sub(pause.after, 1, 20) or '[' .. request[LOCK.ACCOUNT], nil
  repeat
    members = read_members('ZRANGEBYLEX', KEY.QUEUE, from, '(' .. request[LOCK.ACCOUNT] .. '\255', 'LIMIT', '0', text(PER_READ))
    state.work = state.work + #members
    for n = 1, #members do
      local arrival, id = struct.unpack('>I8c12', members[n], QUEUE_PLACE)
      local other = read_lock(id)
      charge_reading(other)
      if other[LOCK.OWNER] ~= request[LOCK.OWNER] and meets_indexed(asked, other) and not visit(id, arrival) then
        return
      end
      if state.work >= pause.limit then
        pause.is_due, pause.after = true, string.sub(members[n], QUEUE_PLACE) .. other[LOCK.OWNER]
        return
      end
      from = '(' .. members[n]
    end
  until #members < PER_READ
end

-- Says whether a request waits for the lock that is about to be replaced; `replaced` has its targets. It would wait on if that stayed.
local function waits_for_aside(other, replaced)
  local owner = state.aside[LOCK.OWNER]
  return other[LOCK.OWNER] ~= owner and meets_indexed(replaced, other, other[LOCK.SUB_ACCOUNT] == owner)
end

-- Visits the conflicting requests of the queue, in its order.
function each_waiting_blocker(request, visit, pause)
  if not enters(pause, WAITING_STEP) then
    return
  end
  local prefixes, named = waiting_prefixes(request), named_targets(request)
  local replaced = state.aside and index_targets(nil, state.aside[LOCK.BYTES], LOCK_PLACE)
  local function consider(id, arrival)
    if request[LOCK.ARRIVAL] and arrival >= request[LOCK.ARRIVAL] then
      return false
    end
    local other = read_lock(id)
    -- A check-out that is named lets nobody wait whom it admits.
    if admits(other, request) or named and meets_indexed(named, other, other[LOCK.SUB_ACCOUNT] == request[LOCK.OWNER])
      or replaced and waits_for_aside(other, replaced) then
      return true
    end
    return visit(other, conflicting_pair(request, other))
  end
  if #prefixes > MOST_PREFIXES then
    walk_others(request, consider, pause)
    return
  end
  local last
  walk_index(KEY.WAIT_INDEX, prefixes, request[LOCK.OWNER], function(member)
    local arrival, id = struct.unpack('>I8c12', member, 15)
    -- A request has as many members as targets and levels that meet.
    if id == last then
      return true
    end
    last = id
    charge_reading(read_lock(id))
    return consider(id, arrival)
  end, pause)
end

function each_blocker(request, visit, pause)
  if each_held_blocker(request, visit, pause) and usage_of(request[LOCK.ACCOUNT])[WAITING_NUMBER] > 0 then
    each_waiting_blocker(request, visit, pause)
  end
end
