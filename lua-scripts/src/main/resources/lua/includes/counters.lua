-- Counters, each ten numbers of 4 bytes: targets at a path by mode (1..5), targets strictly below it by mode (6..10). Fields:
--   account NUL path                         targets of all owners
--   account NUL path NUL subAccount NUL session   targets of one owner
--   account NUL 0x02 [subAccount]            number 1 = locks of the account, or of the sub-account
-- No field outlives its last target. Read and written once per call, through this cache: false = known to be absent;
-- number 11 is the sum of the ten.
local COUNTER_FORMAT = '>I4I4I4I4I4I4I4I4I4I4'
local FIELDS_PER_CALL = 1000
local counters, changed = {}, {}

local function load_counters(fields)
  local missing = {}
  for n = 1, #fields do
    if counters[fields[n]] == nil then
      missing[#missing + 1] = fields[n]
      counters[fields[n]] = false
    end
  end
  for from = 1, #missing, FIELDS_PER_CALL do
    local to = math.min(from + FIELDS_PER_CALL - 1, #missing)
    local values = redis.call('HMGET', KEY_COUNTERS, unpack(missing, from, to))
    for n = from, to do
      local packed = values[n - from + 1]
      if packed then
        local c = {struct.unpack(COUNTER_FORMAT, packed)}
        c[11] = c[1] + c[2] + c[3] + c[4] + c[5] + c[6] + c[7] + c[8] + c[9] + c[10]
        counters[missing[n]] = c
      end
    end
  end
end

local function count(field, number, by)
  local c = counters[field]
  if not c then
    c = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
    counters[field] = c
  end
  c[number] = c[number] + by
  c[11] = c[11] + by
  changed[field] = true
end

local function flush_counters()
  local set, drop = {}, {}
  for field in pairs(changed) do
    local c = counters[field]
    if c[11] == 0 then
      drop[#drop + 1] = field
    else
      set[#set + 1] = field
      set[#set + 1] = struct.pack(COUNTER_FORMAT, c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10])
    end
  end
  for from = 1, #set, FIELDS_PER_CALL do
    redis.call('HSET', KEY_COUNTERS, unpack(set, from, math.min(from + FIELDS_PER_CALL - 1, #set)))
  end
  for from = 1, #drop, FIELDS_PER_CALL do
    redis.call('HDEL', KEY_COUNTERS, unpack(drop, from, math.min(from + FIELDS_PER_CALL - 1, #drop)))
  end
end
