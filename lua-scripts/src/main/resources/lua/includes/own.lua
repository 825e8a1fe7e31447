-- @rare path_at, own_count
-- @include keys, members
-- Counts what an owner has at or below a path in O(log n), from own, see includes/own_member; asked only where a counter of all owners suggests a
-- conflict.
-- A level's path key.
function path_at(target, level)
  if level == target.levels then
    return target.path
  end
  local place = 0
  for _ = 1, level do
    place = string.find(target.path, '\1', place + 1, true)
  end
  return string.sub(target.path, 1, place - 1)
end

-- Of one mode, at a path or strictly below it.
function own_count(letter, owner, mode, path, is_below)
  local prefix = letter .. owner .. mode .. path
  return read_members('ZLEXCOUNT', KEY.OWN, '[' .. prefix .. (is_below and '\1' or '\0'), '(' .. prefix .. (is_below and '\2' or '\1'))
end
