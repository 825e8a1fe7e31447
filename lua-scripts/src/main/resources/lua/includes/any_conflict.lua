-- @include conflict_flags, conflicts, counters, counters_of, relations
-- Whether any of a lock's targets conflicts with those of others.
local any_conflict
do
  local function target_conflicts(view, owner, target)
    local set, names, levels, scale = view.set, target.names, target.levels, view.scale
    local above = CONFLICT_FLAGS[target.mode][ANCESTOR] * scale
    for level = 1, levels - 1 do
      if bit.band(flags_of(set, names[level]), above) ~= 0 and modes_of_others(view, owner, target, level, ANCESTOR) then
        return true
      end
    end
    return flags_of(set, names[levels]) ~= 0
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
