-- Conflicts of a target with held locks of other owners, by counters alone: O(depth).
-- Relations as in CONFLICTS, which says for a mode of ours and a relation the modes of theirs that conflict.
local SAME, ANCESTOR, DESCENDANT = 1, 2, 3

-- Those of `modes` that other owners have at (shift = 0) or strictly below (shift = 5) a node; nil if none.
local function modes_of_others(total_field, own_field, modes, shift)
  local total = counters[total_field]
  if not total or total[11] == 0 then
    return nil
  end
  local own = counters[own_field]
  local found
  for n = 1, #modes do
    local number = modes[n] + shift
    if total[number] > (own and own[number] or 0) then
      found = found or {}
      found[#found + 1] = modes[n]
    end
  end
  return found
end

local function conflicts_with_held(target)
  local totals, owns, conflicting = target.totals, target.owns, CONFLICTS[target.mode]
  local depth = #totals
  for n = 1, depth - 1 do
    if modes_of_others(totals[n], owns[n], conflicting[ANCESTOR], 0) then
      return true
    end
  end
  return modes_of_others(totals[depth], owns[depth], conflicting[SAME], 0) ~= nil
    or modes_of_others(totals[depth], owns[depth], conflicting[DESCENDANT], 5) ~= nil
end
