-- @include compatibility, conflicts, modes, nodes, relations
-- Whether any of the targets conflicts with those of other owners in a set of counters.
local function target_conflicts(set, target)
  local totals, owns, conflicting = target.totals, target.owns, CONFLICTS[target.mode]
  local depth = #totals
  for n = 1, depth - 1 do
    if modes_of_others(set, totals[n], owns[n], conflicting[ANCESTOR], 0) then
      return true
    end
  end
  return modes_of_others(set, totals[depth], owns[depth], conflicting[SAME], 0) ~= nil
    or modes_of_others(set, totals[depth], owns[depth], conflicting[DESCENDANT], MODES) ~= nil
end

local function any_conflict(set, targets)
  load_targets(set, targets)
  for t = 1, #targets do
    if target_conflicts(set, targets[t]) then
      return true
    end
  end
  return false
end
