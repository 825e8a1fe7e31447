-- @include call_with_many, flags, keys, modes
-- Counters of all owners together: a field of the hash for each name of a path, read once per call:
-- targets at it by mode (1..8) and strictly below it (9..16), of held locks; the same of waiting requests (17..32).
-- A field has the counters that are not 0: which (1 byte) and how many (4), in rising order. There is none if all are 0.
-- values[name] is nil if the name was not read, 0 if nothing is counted there, which + ONE * number if there is one counter, SEVERAL if there are
-- more. Then several[name] has them as the field does, which and how many in turn, and their flags after the first use. CHANGED is added after the
-- first change.
local BELOW, WAITING_PLACE = MODES, 2 * MODES
local COUNTER_FORMAT, COUNTER_BYTES = '>BI4', 5
local SEVERAL, CHANGED, ONE = 63, 64, 128

local counters = {values = {}, several = {}}

-- The format of a field with so many counters.
local function counters_format(number)
  return '>' .. string.rep('BI4', number)
end

-- Values by field, of fields with one counter: most are alike.
local value_of = {}

local function parse_counters(name, field)
  if #field == COUNTER_BYTES then
    local which, number = struct.unpack(COUNTER_FORMAT, field)
    local value = which + ONE * number
    counters.values[name], value_of[field] = value, value
    return
  end
  local several = {struct.unpack(counters_format(#field / COUNTER_BYTES), field)}
  several[#several] = nil
  counters.values[name], counters.several[name] = SEVERAL, several
end

-- Adds the names that were not read to `missing`, and sets them to 0 until they are.
local function note_missing(names, missing)
  local values, number = counters.values, #missing
  for n = 1, #names do
    local name = names[n]
    if not values[name] then
      number = number + 1
      values[name] = 0
      missing[number] = name
    end
  end
end

local function read_missing(missing)
  local found = read_fields(KEY.COUNTERS, missing)
  local values = counters.values
  for n = 1, #found do
    local field = found[n]
    local value = value_of[field]
    if value then
      values[missing[n]] = value
    elseif field then
      parse_counters(missing[n], field)
    end
  end
end

local function flags_of(name)
  local which = counters.values[name] % CHANGED
  if which ~= SEVERAL then
    return FLAGS[which] or 0
  end
  local several = counters.several[name]
  local flags = several.flags
  if not flags then
    flags = 0
    for place = 1, #several, 2 do
      flags = flags + FLAGS[several[place]]
    end
    several.flags = flags
  end
  return flags
end
