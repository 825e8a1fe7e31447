-- @include compatibility, record_fields, relations
-- The first pair of conflicting targets, ours in turn, then those of the record: its place in the record and the relation; nil if none.
local conflicting_pair
do
  local function relation_of(ours, theirs)
    if ours == theirs then
      return SAME
    elseif string.sub(ours, 1, #theirs + 1) == theirs .. '\1' then
      return ANCESTOR
    elseif string.sub(theirs, 1, #ours + 1) == ours .. '\1' then
      return DESCENDANT
    end
    return nil
  end

  function conflicting_pair(targets, record)
    for t = 1, #targets do
      for n = TARGETS, #record, 3 do
        local relation = relation_of(targets[t].path, record[n + 1])
        local modes = relation and CONFLICTS[targets[t].mode][relation] or {}
        for m = 1, #modes do
          if modes[m] == record[n] then
            return n, relation
          end
        end
      end
    end
    return nil
  end
end
