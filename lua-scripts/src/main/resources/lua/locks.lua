-- Reads the locks of an account with a target at or below a path, by the path of that target, then token; each once.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] cursor text: '' at first, then what the call before answered
-- ARGV[2] mostEntries integer: most locks in the answer
-- ARGV[3] mostBytes integer: end when the answer has so many bytes
-- ARGV[4] budget integer: end when so many units of work are done
-- ARGV[5] account name
-- ARGV[6] path key: the path with byte 1 before each segment
-- ARGV[7] mode integer: only targets of this mode count, see includes/modes; 0 = those of every mode
--
-- Returns the next cursor, '' at the end; the locks, see includes/held_entry; the numbers of the partition, the last event whose effects are in it.
-- Complexity O(b + log n): b = budget, n = targets in the partition.
-- @include byte_less, charge_reading, held_entry, keys, lock, modes, parse_lock, state, view_arguments, view_position, view_reply, walk_index

local account, path = ARGV[VIEW.ACCOUNT], ARGV[VIEW.REST]
local only = tonumber(ARGV[VIEW.REST + 1])
local most, most_bytes = tonumber(ARGV[VIEW.MOST_ENTRIES]), tonumber(ARGV[VIEW.MOST_BYTES])
local position, entries, bytes = view_position(), {}, 0
local pause = pause_of(position)
position.pause = pause

-- The first target of a lock in the order of the answer; the lock is skipped at its others.
local function first_target(lock)
  local first = lock.first
  if first then
    return first
  end
  charge_reading(lock)
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    local is_there = target.path == path or string.sub(target.path, 1, #path + 1) == path .. '\1'
    if is_there and (only == 0 or target.mode == only) then
      if not first or byte_less(target.path, first.path) or target.path == first.path and target.mode < first.mode then
        first = target
      end
    end
  end
  lock.first = first
  return first
end

local function visit(member, prefix)
  local mode, target_path, id = tonumber(string.sub(member, 1, 1)), string.sub(member, 14, -34), string.sub(member, -24, -13)
  local lock = read_lock(id)
  local target = first_target(lock)
  state.work = state.work + 10
  if target.mode == mode and target.path == target_path then
    entries[#entries + 1] = held_entry(lock)
    bytes = bytes + #lock[LOCK.BYTES]
  end
  if #entries == most or bytes >= most_bytes then
    pause.is_due, pause.after = true, string.sub(member, #prefix + 1)
    return false
  end
  return true
end

-- Walks the targets at the path, then those below it.
local SEPARATORS = {'\0', '\1'}
for step = pause.step, #SEPARATORS do
  local prefixes = {}
  for mode = only == 0 and 1 or only, only == 0 and MODES or only do
    prefixes[#prefixes + 1] = mode .. account .. path .. SEPARATORS[step]
  end
  walk_index(KEY.INDEX, prefixes, nil, visit, pause)
  if pause.is_due then
    break
  end
  pause.step, pause.after = step + 1, nil
end
return view_reply(pause.is_due and position, entries)
