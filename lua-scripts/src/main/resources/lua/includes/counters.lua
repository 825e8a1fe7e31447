-- Sets of counters, each ten numbers of 4 bytes: targets at a path by mode (1..5), targets strictly below it by mode (6..10). Fields:
--   account NUL path                              targets of all owners
--   account NUL path NUL subAccount NUL session   targets of one owner
--   account NUL 0x02 [subAccount]                 number 1 = held locks of the account, or of the sub-account; 2 = waiting requests
-- No field outlives its last target. Read and written once per call, through a cache: false = known to be absent; number 11 is the
-- sum of the ten. Of the walk's set nothing is in Redis unless a walk broke off.
local COUNTER_FORMAT = '>I4I4I4I4I4I4I4I4I4I4'
local FIELDS_PER_CALL = 1000

-- `is_new`: nothing of it is in Redis.
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
    local packed = redis.call('HMGET', set.key, unpack(missing, from, to))
    for n = from, to do
      if packed[n - from + 1] then
        local c = {struct.unpack(COUNTER_FORMAT, packed[n - from + 1])}
        c[11] = c[1] + c[2] + c[3] + c[4] + c[5] + c[6] + c[7] + c[8] + c[9] + c[10]
        values[missing[n]] = c
      end
    end
  end
end

local function count(set, field, number, by)
  local c = set.values[field]
  if not c then
    c = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
    set.values[field] = c
  end
  c[number] = c[number] + by
  c[11] = c[11] + by
  set.changed[field] = true
end

local function counted(set, field, number)
  local c = set.values[field]
  return c and c[number] or 0
end

local function flush_counters(set)
  local kept, dropped = {}, {}
  for field in pairs(set.changed) do
    local c = set.values[field]
    if c[11] == 0 then
      dropped[#dropped + 1] = field
    else
      kept[#kept + 1] = field
      kept[#kept + 1] = struct.pack(COUNTER_FORMAT, c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10])
    end
  end
  for from = 1, #kept, FIELDS_PER_CALL do
    redis.call('HSET', set.key, unpack(kept, from, math.min(from + FIELDS_PER_CALL - 1, #kept)))
  end
  for from = 1, #dropped, FIELDS_PER_CALL do
    redis.call('HDEL', set.key, unpack(dropped, from, math.min(from + FIELDS_PER_CALL - 1, #dropped)))
  end
end
