-- @late waiting: path_at, own_count
-- @include keys, lock, read_members, state
-- Counts the targets of an owner at or below a path in O(log n), from own, see includes/own_member. Called only where a counter of all owners
-- suggests a conflict.
local BYTES_PER_UNIT = 256

-- The places at which the path keys of a target's levels end.
local function ends_of(target)
  local ends, place = {}, 0
  for level = 1, target.levels - 1 do
    place = string.find(target.path, '\1', place + 1, true)
    ends[level] = place - 1
  end
  return ends
end

-- The path key of a level.
function path_at(target, level)
  if level == target.levels then
    return target.path
  end
  target.ends = target.ends or ends_of(target)
  return string.sub(target.path, 1, target.ends[level])
end

-- As own_count, of the lock that is about to be replaced.
local function count_of_aside(lock, mode, path, is_below)
  local number = 0
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    if target.mode == mode and (is_below and string.sub(target.path, 1, #path + 1) == path .. '\1' or not is_below and target.path == path) then
      number = number + 1
    end
  end
  return number
end

-- The number of targets of one mode, at a path or strictly below it.
function own_count(letter, owner, mode, path, is_below)
  local prefix, aside = letter .. owner .. mode .. path, state.aside
  state.work = state.work + 6 + #prefix / BYTES_PER_UNIT
  local number = read_members('ZLEXCOUNT', KEY.OWN, '[' .. prefix .. (is_below and '\1' or '\0'), '(' .. prefix .. (is_below and '\2' or '\1'))
  return aside and letter == 'H' and owner == aside[LOCK.OWNER] and number - count_of_aside(aside, mode, path, is_below) or number
end
