-- @late waiting: modes_of, modes_of_others, modes_of_all
-- @include conflict_flags, counters, flags, lock, modes, own_count, relations
-- Finds conflicts of targets with those of other owners by counters: O(depth). `view`: see includes/held_view.
-- The modes at a level of a target, or below its last one (DESCENDANT), that conflict with it and for which includes(mode, total) is true; nil if
-- none. With `only` no other mode is looked at.
function modes_of(view, target, level, relation, includes, only)
  local flags, name = CONFLICT_FLAGS[RELATIONS * (target.mode - 1) + relation], target.names[level]
  if only then
    flags = bit.band(flags, FLAGS[only] + FLAGS[BELOW + only])
  end
  if bit.band(flags_of(name), flags * view.scale) == 0 then
    return nil
  end
  local place, value = view.place + (relation == DESCENDANT and BELOW or 0), counters.values[name]
  local which = value % CHANGED
  if which ~= SEVERAL then
    return includes(which - place, (value - value % ONE) / ONE) and {which - place} or nil
  end
  local several, found = counters.several[name], nil
  for n = 1, #several, 2 do
    local mode = several[n] - place
    if mode >= 1 and mode <= MODES and bit.band(flags, FLAGS[several[n] - view.place]) ~= 0 and includes(mode, several[n + 1]) then
      found = found or {}
      found[#found + 1] = mode
    end
  end
  return found
end

-- The conflicting modes of locks that are in the way of a request, see includes/admits; of the mode `only` if that is given.
function modes_of_others(view, request, target, level, relation, only)
  local owner, sub_account = request[LOCK.OWNER], request[LOCK.SUB_ACCOUNT]
  return modes_of(view, target, level, relation, function(mode, total)
    local path, is_below = path_at(target, level), relation == DESCENDANT
    total = total - own_count(view.letter, owner, mode, path, is_below)
    if mode == MODE.GUARD and owner ~= sub_account and total > 0 then
      total = total - own_count(view.letter, sub_account, mode, path, is_below)
    end
    return total > 0
  end, only)
end

-- The conflicting modes of all owners.
function modes_of_all(view, target, level, relation)
  return modes_of(view, target, level, relation, function()
    return true
  end)
end
