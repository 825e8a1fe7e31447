-- @include flags, keys, many, modes
-- Counters of all owners together: a field of the hash for each name of a path, read once per call:
-- targets at it by mode (1..5) and strictly below it (6..10), of held locks; the same of waiting requests (11..20).
-- A field has the counters that are not 0: which (1 byte) and how many (4), in rising order. There is none if all are 0.
-- A set is such a hash in this call. values[name] is nil if the name was not read, 0 if nothing is counted there, which + ONE * number if it is one
-- counter; if there are more, SEVERAL, and several[name] has the numbers and all their flags. CHANGED is added once it changed. Of a set that
-- `is_new` nothing is in Redis yet.
local BELOW, WAITING_PLACE = MODES, 2 * MODES
local COUNTER_FORMAT, COUNTER_BYTES = '>BI4', 5
local SEVERAL, CHANGED, ONE = 31, 32, 64

local function counter_set(key, is_new)
  return {key = key, is_new = is_new, values = {}, several = {}}
end

local counters = counter_set(KEY.COUNTERS)

local function parse_counters(set, name, field)
  if #field == COUNTER_BYTES then
    local which, number = struct.unpack(COUNTER_FORMAT, field)
    set.values[name] = which + ONE * number
    return
  end
  local several = {flags = 0}
  for place = 1, #field, COUNTER_BYTES do
    local which, number = struct.unpack(COUNTER_FORMAT, field, place)
    several[which], several.flags = number, several.flags + FLAGS[which]
  end
  set.values[name], set.several[name] = SEVERAL, several
end

-- Adds to `missing` those names that were not read, and lets them be 0 until they are.
local function note_missing(set, names, missing)
  local values, number = set.values, #missing
  for n = 1, #names do
    local name = names[n]
    if not values[name] then
      values[name], number = 0, number + 1
      missing[number] = name
    end
  end
end

local function read_missing(set, missing)
  local found = set.is_new and {} or read_fields(set.key, missing)
  for n = 1, #found do
    if found[n] then
      parse_counters(set, missing[n], found[n])
    end
  end
end

local function read_counters(set, names)
  local missing = {}
  note_missing(set, names, missing)
  read_missing(set, missing)
end

local function flags_of(set, name)
  local which = set.values[name] % CHANGED
  return which == SEVERAL and set.several[name].flags or FLAGS[which]
end

local function counted(set, which, name)
  local value = set.values[name]
  local found = value % CHANGED
  if found == which then
    return (value - value % ONE) / ONE
  end
  return found == SEVERAL and set.several[name][which] or 0
end
