-- @include counters, modes
-- Conflicts of targets with those of other owners in a set of counters: O(depth).
-- Those of `modes` that other owners have at (shift = 0) or strictly below (shift = MODES) a node; nil if none.
local function modes_of_others(set, total_field, own_field, modes, shift)
  local total, found = set.values[total_field], nil
  if not total or not (shift == 0 and total.any_at or shift == MODES and total.any_below) then
    return nil
  end
  for n = 1, #modes do
    local number = modes[n] + shift
    if counted(set, total_field, number) > counted(set, own_field, number) then
      found = found or {}
      found[#found + 1] = modes[n]
    end
  end
  return found
end
