-- @late waiting: conflicting_pair
-- @include conflict_flags, counters, flags, lock, relations
-- The first pair of conflicting targets, ours in turn, then theirs: their target and the relation; nil if none.
local SEPARATOR = 1

local function relation_of(ours, theirs)
  if ours == theirs then
    return SAME
  elseif string.byte(ours, #theirs + 1) == SEPARATOR and string.sub(ours, 1, #theirs) == theirs then
    return ANCESTOR
  elseif string.byte(theirs, #ours + 1) == SEPARATOR and string.sub(theirs, 1, #ours) == ours then
    return DESCENDANT
  end
  return nil
end

function conflicting_pair(ours, theirs)
  for t = 1, #ours[LOCK.TARGETS] do
    local target = ours[LOCK.TARGETS][t]
    for n = 1, #theirs[LOCK.TARGETS] do
      local other = theirs[LOCK.TARGETS][n]
      local relation = relation_of(target.path, other.path)
      local which = relation == DESCENDANT and BELOW + other.mode or other.mode
      if relation and bit.band(CONFLICT_FLAGS[RELATIONS * (target.mode - 1) + relation], FLAGS[which]) ~= 0 then
        return other, relation
      end
    end
  end
  return nil
end
