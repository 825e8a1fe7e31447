-- @rare modes_of_others
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

-- The modes that others have at a level of a target, or below its last one (DESCENDANT), and that conflict with it; nil if there are none.
function modes_of_others(view, owner, target, level, relation)
  local flags, name = CONFLICT_FLAGS[target.mode][relation], target.names[level]
  if bit.band(flags_of(view.set, name), flags * view.scale) == 0 then
    return nil
  end
  local is_below, found = relation == DESCENDANT, nil
  for mode = 1, MODES do
    local which = (is_below and BELOW or 0) + mode
    if bit.band(flags, FLAGS[which]) ~= 0 then
      local total = counted(view.set, view.place + which, name)
      if total > 0 and total > owned(view, owner, target, level, mode, is_below) then
        found = found or {}
        found[#found + 1] = mode
      end
    end
  end
  return found
end
