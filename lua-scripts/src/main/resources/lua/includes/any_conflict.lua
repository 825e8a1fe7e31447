-- @include conflict_flags, conflicts, counters, counters_of, relations
-- Whether any of a lock's targets conflicts with those of others.
local any_conflict
do
  local function target_conflicts(view, owner, target)
    local set, names, levels = view.set, target.names, target.levels
    local values, highest, flags = set.values, view.place + BELOW, CONFLICT_FLAGS[RELATIONS * (target.mode - 1) + ANCESTOR] * view.scale
    for level = 1, levels - 1 do
      local which = values[names[level]] % CHANGED
      -- At most levels nothing is counted but what is below them, which is in nobody's way here.
      if which ~= 0 and (which <= highest or which == SEVERAL) and bit.band(flags_of(set, names[level]), flags) ~= 0
        and modes_of_others(view, owner, target, level, ANCESTOR) then
        return true
      end
    end
    return values[names[levels]] % CHANGED ~= 0
      and (modes_of_others(view, owner, target, levels, SAME) or modes_of_others(view, owner, target, levels, DESCENDANT)) ~= nil
  end

  function any_conflict(view, lock)
    local targets = lock.targets
    read_counters_of(view.set, lock)
    for t = 1, #targets do
      if target_conflicts(view, lock.owner, targets[t]) then
        return true
      end
    end
    return false
  end
end
