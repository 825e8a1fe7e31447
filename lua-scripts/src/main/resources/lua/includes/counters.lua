-- Sets of counters, each ten numbers of 4 bytes: targets at a path by mode (1..5), targets strictly below it by mode (6..10). Fields:
--   account NUL path                              targets of all owners
--   account NUL path NUL subAccount NUL session   targets of one owner
--   account NUL 0x02 [subAccount]                 number 1 = held locks of the account, or of the sub-account; 2 = waiting requests
-- No field outlives its last target. Read and written once per call, through a cache: false = known to be absent, else a table of the packed
-- numbers, of those that were looked at, and whether there is any at or below the path. Of the walk's set nothing is in Redis unless a walk
-- broke off; `is_new` says so.
local NUMBERS, NUMBER_BYTES, FIELDS_PER_CALL = 10, 4, 1000
local NO_HALF = string.rep('\0', NUMBERS / 2 * NUMBER_BYTES)
local NOTHING = NO_HALF .. NO_HALF

local function counter_set(key, is_new)
  return {key = key, is_new = is_new, values = {}, changed = {}}
end

local held_counters, waiting_counters = counter_set(KEY_COUNTERS), counter_set(KEY_WAIT_COUNTERS)

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

local function count(set, field, number, by)
  local c = set.values[field]
  if not c then
    c = {packed = NOTHING}
    set.values[field] = c
  end
  c[number] = counted(set, field, number) + by
  if number <= NUMBERS / 2 then
    c.any_at = true
  else
    c.any_below = true
  end
  set.changed[field] = c
end

local function packed_counters(c)
  local packed = c.packed
  for number = 1, NUMBERS do
    if c[number] then
      packed = string.sub(packed, 1, (number - 1) * NUMBER_BYTES) .. struct.pack('>I4', c[number])
        .. string.sub(packed, number * NUMBER_BYTES + 1)
    end
  end
  return packed
end

local function flush_counters(set)
  local kept, dropped = {}, {}
  for field, c in pairs(set.changed) do
    local packed = packed_counters(c)
    if packed == NOTHING then
      dropped[#dropped + 1] = field
    else
      kept[#kept + 1] = field
      kept[#kept + 1] = packed
    end
  end
  for from = 1, #kept, FIELDS_PER_CALL do
    redis.call('HSET', set.key, unpack(kept, from, math.min(from + FIELDS_PER_CALL - 1, #kept)))
  end
  for from = 1, #dropped, FIELDS_PER_CALL do
    redis.call('HDEL', set.key, unpack(dropped, from, math.min(from + FIELDS_PER_CALL - 1, #dropped)))
  end
end
