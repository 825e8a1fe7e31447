-- @late waiting: each_unblocked
-- @include counters, held_view, keys, lock, modes, modes_of_others, own_count, parse_lock, read_counters_of, read_members, relations, usage
-- Finds the waiting requests that the end of a lock may unblock: they conflict with the lock, and no two other owners still hold conflicting locks at
-- their place. So an end costs the same however many wait. If 500 owners hold a path, at most the last two ends look at its queue.
local OWNER_BYTES, ID_BYTES, MOST_PLACES = 12, 12, 64

-- The owner and the id of the first of the held locks of a mode at a path, or below it; nil if there is none, as where two paths share a name.
local function first_held(mode, account, path, is_below)
  local prefix = mode .. account .. path .. (is_below and '\1' or '\0')
  local member = read_members('ZRANGEBYLEX', KEY.INDEX, '[' .. prefix, '(' .. prefix .. '\255', 'LIMIT', '0', '1')[1]
  if not member then
    return nil
  end
  return string.sub(member, -OWNER_BYTES), string.sub(member, -OWNER_BYTES - ID_BYTES, -OWNER_BYTES - 1)
end

-- Says whether a check-out blocks all who wait: nobody of its sub-account does.
local function guards_from_all(id)
  return usage_of(read_lock(id)[LOCK.SUB_ACCOUNT])[WAITING_NUMBER] == 0
end

-- Says whether held locks block every request that waits with a mode at a level of an ended lock's target, or below its last one. An owner does not
-- block itself, and a check-out may admit all sessions of its sub-account.
local function are_all_blocked(account, target, level, mode, is_below)
  local path, only, several = path_at(target, level), nil, false
  local theirs = {mode = mode, names = target.names}
  local function look(relation)
    modes_of(HELD_VIEW, theirs, level, relation, function(held_mode, total)
      local below = relation == DESCENDANT
      local owner, id = first_held(held_mode, account, path, below)
      if owner and held_mode == MODE.GUARD then
        several = several or guards_from_all(id)
      elseif owner then
        several = several or only ~= nil and only ~= owner or own_count('H', owner, held_mode, path, below) < total
        only = owner
      end
      return false
    end)
  end
  if is_below then
    look(ANCESTOR)
  else
    look(SAME)
    look(DESCENDANT)
  end
  return several or only ~= nil and own_count('W', only, mode, path, is_below) == 0
end

-- Says whether a request waits at a path or below it.
local function is_waited_for(name)
  return counters.values[name] % CHANGED > WAITING_PLACE
end

-- Calls visit(prefix of waitIndex) until it answers false; without a prefix if there are too many places to look at.
function each_unblocked(lock, visit)
  local places, go_on = 0, true
  local function look(target, level, relation)
    local modes = is_waited_for(target.names[level]) and modes_of_all(WAITING_VIEW, target, level, relation) or {}
    local is_below = relation == DESCENDANT
    for m = 1, #modes do
      places = places + 1
      if places > MOST_PLACES then
        go_on = visit(nil)
      elseif go_on and not are_all_blocked(lock[LOCK.ACCOUNT], target, level, modes[m], is_below) then
        go_on = visit(target.names[level] .. (is_below and 'b' or 'a') .. modes[m])
      end
    end
  end
  read_counters_of(lock)
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    for level = 1, target.levels do
      if go_on then
        look(target, level, level < target.levels and ANCESTOR or SAME)
      end
    end
    if go_on then
      look(target, target.levels, DESCENDANT)
    end
  end
end
