-- Reads the locks of an account with a target at or below a path, by the path of that target, then token; each once.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] cursor text: '' at first, then what the call before answered
-- ARGV[2] mostEntries integer: most locks in the answer
-- ARGV[3] mostBytes integer: end when the answer has so many bytes
-- ARGV[4] budget integer: end when so many units of work are done
-- ARGV[5] account text
-- ARGV[6] path key: the path with byte 1 before each segment
--
-- Returns the next cursor, '' at the end; for each lock what includes/lock_reply says.
-- Complexity O(b + log n): b = budget, n = targets in the partition.
-- @include byte_less, index_walk, keys, lock_reply, modes, record_fields, state, view_arguments, view_page

local NOBODY = '\1'
local account, path = ARGV[VIEW.ACCOUNT], ARGV[VIEW.REST]
local most, most_bytes = tonumber(ARGV[VIEW.MOST_ENTRIES]), tonumber(ARGV[VIEW.MOST_BYTES])
local position, entries, bytes = view_position(), {}, 0
local pause = pause_of(position)
position.pause = pause

-- The place of a lock's first target in the order of the answer; at the others it is passed over.
local function first_place(lock)
  local first
  for n = TARGETS, #lock, 3 do
    local target = lock[n + 1]
    if target == path or string.sub(target, 1, #path + 1) == path .. '\1' then
      if not first or byte_less(target, lock[first + 1]) or target == lock[first + 1] and lock[n] < lock[first] then
        first = n
      end
    end
  end
  return first
end

local function visit(member, prefix)
  local mode, target, lock_id = string.match(member, '^(%d)[^%z]*%z([^%z]*)%z[^%z]*%z([^%z]*)%z')
  local lock = read_record(account .. '\0' .. lock_id)
  local place = first_place(lock)
  state.work = state.work + 20
  if lock[place] == tonumber(mode) and lock[place + 1] == target then
    entries[#entries + 1] = lock_reply(lock)
    bytes = bytes + #lock[HEAD_JSON] + #lock[TAIL_JSON]
  end
  if #entries == most or bytes >= most_bytes then
    pause.is_due, pause.after = true, string.sub(member, #prefix + 1)
    return false
  end
  return true
end

-- At the path, then below it.
local SEPARATORS = {'\0', '\1'}
for step = pause.step, #SEPARATORS do
  local prefixes = {}
  for mode = 1, MODES do
    prefixes[mode] = mode .. account .. '\0' .. path .. SEPARATORS[step]
  end
  walk_index(KEY.INDEX, prefixes, NOBODY, visit, pause)
  if pause.is_due then
    break
  end
  pause.step, pause.after = step + 1, nil
end
return view_reply(pause.is_due and position, entries)
