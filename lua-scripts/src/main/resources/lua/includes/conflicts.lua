-- @late waiting: modes_of_others, modes_of_all
-- @include conflict_flags, counters, flags, modes, own, relations
-- Conflicts of targets with those of other owners, found from counters: O(depth). A `view` says whose, see includes/views.
local function owned(view, owner, target, level, mode, is_below)
  if view.letter then
    return own_count(view.letter, owner, mode, path_at(target, level), is_below)
  end
  local name = owner .. target.names[level]
  read_counters(view.set, {name})
  return counted(view.set, (is_below and BELOW or 0) + mode, name)
end

-- The modes at a level of a target, or below its last one (DESCENDANT), that conflict with it and of which includes(mode, total) says yes; nil if
-- there are none.
local function modes_of(view, target, level, relation, includes)
  local flags, name = CONFLICT_FLAGS[RELATIONS * (target.mode - 1) + relation], target.names[level]
  if bit.band(flags_of(view.set, name), flags * view.scale) == 0 then
    return nil
  end
  local place, found = view.place + (relation == DESCENDANT and BELOW or 0), nil
  for mode = 1, MODES do
    if bit.band(flags, FLAGS[place - view.place + mode]) ~= 0 then
      local total = counted(view.set, place + mode, name)
      if total > 0 and includes(mode, total) then
        found = found or {}
        found[#found + 1] = mode
      end
    end
  end
  return found
end

-- Those that others have.
function modes_of_others(view, owner, target, level, relation)
  return modes_of(view, target, level, relation, function(mode, total)
    return total > owned(view, owner, target, level, mode, relation == DESCENDANT)
  end)
end

-- Those that anybody has.
function modes_of_all(view, target, level, relation)
  return modes_of(view, target, level, relation, function()
    return true
  end)
end
