-- @include conflict_flags, conflicts, relations, targets
-- Whether any of a lock's targets conflicts with those of others.
local any_conflict
do
  local function target_conflicts(view, owner, target)
    local masks, names, levels, scale = view.set.masks, target.names, target.levels, view.scale
    local above = CONFLICT_FLAGS[target.mode][ANCESTOR] * scale
    for level = 1, levels - 1 do
      if bit.band(masks[names[level]], above) ~= 0 and modes_of_others(view, owner, target, level, ANCESTOR) then
        return true
      end
    end
    return masks[names[levels]] ~= 0
      and (modes_of_others(view, owner, target, levels, SAME) or modes_of_others(view, owner, target, levels, DESCENDANT)) ~= nil
  end

  function any_conflict(view, lock)
    read_targets(view.set, lock)
    for t = 1, #lock.targets do
      if target_conflicts(view, lock.owner, lock.targets[t]) then
        return true
      end
    end
    return false
  end
end
