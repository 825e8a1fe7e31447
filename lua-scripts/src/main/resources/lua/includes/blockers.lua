-- @include compatibility, conflicting_pair, conflicts, counters, index_walk, keys, lock_counts, modes, nodes, owner_of, record_fields, relations
-- @include state
-- What blocks a request {account, owner, targets, holding}, in the order in which events list it: each_blocker calls visit(lock_id, record, place,
-- relation) until it answers false; `place` is the blocker's first conflicting target. Waiting requests count if they arrived before
-- `request.arrival`, all if that is nil, and unless they conflict with a lock that the request names in `holding`.
-- With `pause`, see includes/index_walk, the search may take several calls: pause.step is the walk at which it stands, pause.seen the held locks
-- visited so far.
local each_waiting_blocker, each_blocker
do
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

  -- The place of the first of a lock's targets at a path whose mode is one of `modes`.
  local function place_of(lock, path, modes)
    for n = TARGETS, #lock, 3 do
      if lock[n + 1] == path then
        for m = 1, #modes do
          if modes[m] == lock[n] then
            return n
          end
        end
      end
    end
  end

  -- For each target in turn those above from the root, at its path, below it in path order; equal paths by token; each lock once.
  local function each_held_blocker(request, visit, pause)
    local account, seen, go_on, step = request.account, pause and pause.seen or {}, true, 0
    local function walk(total, own, conflicting, relation, shift, prefix)
      step = step + 1
      local modes = go_on and enters(pause, step) and modes_of_others(held_counters, total, own, conflicting[relation], shift)
      if not modes then
        return
      end
      local prefixes = {}
      for m = 1, #modes do
        prefixes[m] = modes[m] .. prefix
      end
      walk_index(KEY.INDEX, prefixes, request.owner, function(member)
        local path, lock_id = string.match(member, '^[^%z]*%z([^%z]*)%z[^%z]*%z([^%z]*)%z')
        if not seen[lock_id] then
          seen[lock_id] = true
          local lock = read_record(account .. '\0' .. lock_id)
          go_on = visit(lock_id, lock, place_of(lock, path, modes), relation)
        end
        return go_on
      end, pause)
      go_on = go_on and not (pause and pause.is_due)
    end
    load_targets(held_counters, request.targets)
    for t = 1, #request.targets do
      local target = request.targets[t]
      local totals, owns, conflicting = target.totals, target.owns, CONFLICTS[target.mode]
      local depth = #totals
      for n = 1, depth do
        walk(totals[n], owns[n], conflicting, n < depth and ANCESTOR or SAME, 0, totals[n] .. '\0')
      end
      walk(totals[depth], owns[depth], conflicting, DESCENDANT, MODES, totals[depth] .. '\1')
    end
    return go_on
  end

  -- The locks that a request names and its owner holds; one granted after it arrived is another that got the id again.
  local function named_locks(request)
    if not request.named then
      request.named = {}
      for n = 1, #request.holding do
        local lock = read_record(request.account .. '\0' .. request.holding[n])
        if lock and lock[1] == HELD and owner_of(lock) == request.owner and lock[TOKEN] < (request.arrival or math.huge) then
          request.named[#request.named + 1] = targets_of(request.account, lock)
        end
      end
    end
    return request.named
  end

  local function conflicts_with_named(request, record)
    local named = named_locks(request)
    for n = 1, #named do
      state.work = state.work + #named[n]
      if conflicting_pair(named[n], record) then
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
    local prefixes, seen = {}, {}
    local function add(total, own, conflicting, relation, shift)
      local modes = modes_of_others(waiting_counters, total, own, conflicting[relation], shift) or {}
      for m = 1, #modes do
        prefixes[#prefixes + 1] = total .. '\0' .. (shift == 0 and 'a' or 'b') .. modes[m] .. '\0'
      end
    end
    load_targets(waiting_counters, request.targets)
    for t = 1, #request.targets do
      local target = request.targets[t]
      local totals, owns, conflicting = target.totals, target.owns, CONFLICTS[target.mode]
      local depth = #totals
      for n = 1, depth do
        add(totals[n], owns[n], conflicting, n < depth and ANCESTOR or SAME, 0)
      end
      add(totals[depth], owns[depth], conflicting, DESCENDANT, MODES)
    end
    walk_index(KEY.WAIT_INDEX, prefixes, request.owner, function(member, prefix)
      local arrival, lock_id = string.match(string.sub(member, #prefix + 1), '^([^%z]*)%z([^%z]*)%z')
      if request.arrival and tonumber(arrival) >= request.arrival then
        return false
      end
      if seen[lock_id] then
        return true
      end
      seen[lock_id] = true
      local record = read_record(request.account .. '\0' .. lock_id)
      if conflicts_with_named(request, record) then
        return true
      end
      local place, relation = conflicting_pair(request.targets, record)
      return visit(lock_id, record, place, relation)
    end, pause)
  end

  function each_blocker(request, visit, pause)
    if each_held_blocker(request, visit, pause) and waiting_in(request.account) > 0 then
      each_waiting_blocker(request, visit, pause)
    end
  end
end
