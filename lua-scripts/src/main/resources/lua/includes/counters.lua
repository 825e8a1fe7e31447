-- @include keys, modes
-- Sets of counters, each ten numbers of 4 bytes: targets at a path by mode (1..5), targets strictly below it by mode (6..10). Fields:
--   account NUL path                              targets of all owners
--   account NUL path NUL subAccount NUL session   targets of one owner
--   account NUL 0x02 [subAccount]                 number 1 = held locks of the account, or of the sub-account; 2 = waiting requests
-- No field outlives its last target. Read and written once per call, through a cache: false = known to be absent, else a table of the packed
-- numbers, of those that were looked at, and whether there is any at or below the path. Of the walk's set nothing is in Redis unless a walk
-- broke off; `is_new` says so.
local NUMBERS, NUMBER_BYTES, FIELDS_PER_CALL = 2 * MODES, 4, 1000
local NO_HALF = string.rep('\0', MODES * NUMBER_BYTES)
local NOTHING = NO_HALF .. NO_HALF

local function counter_set(key, is_new)
  return {key = key, is_new = is_new, values = {}, changed = {}}
end

local held_counters, waiting_counters = counter_set(KEY.COUNTERS), counter_set(KEY.WAIT_COUNTERS)

local function load_counters(set, fields)
  local values, missing = set.values, {}
  for n = 1, #fields do
    if values[fields[n]] == nil then
      missing[#missing + 1] = fields[n]
      values[fields[n]] = false
    end
  end
  for from = 1, set.is_new and 0 or #missing, FIELDS_PER_CALL do
    local to = math.min(from + FIELDS_PER_CALL - 1, #missing)
    local found = redis.call('HMGET', set.key, unpack(missing, from, to))
    for n = from, to do
      local packed = found[n - from + 1]
      if packed then
        values[missing[n]] = {packed = packed, any_at = string.sub(packed, 1, #NO_HALF) ~= NO_HALF,
          any_below = string.sub(packed, #NO_HALF + 1) ~= NO_HALF}
      end
    end
  end
end

local function counted(set, field, number)
  local c = set.values[field]
  if not c then
    return 0
  end
  local value = c[number]
  if not value then
    value = struct.unpack('>I4', c.packed, (number - 1) * NUMBER_BYTES + 1)
    c[number] = value
  end
  return value
end
