-- @include ask, keys, sizes
-- The sizes of all keys but meta and touched, as remembered at the end of each call: a key that was lost or cut is noticed at the next.
-- They are KEYS[2], KEYS[3] and so on.
local SIZED_BEHIND = 1
local SIZE_COMMANDS = {'HLEN', 'HLEN', 'ZCARD', 'ZCARD', 'ZCARD', 'LLEN', 'LLEN', 'HLEN', 'LLEN', 'ZCARD', 'ZCARD', 'ZCARD', 'ZCARD',
  'HLEN', 'ZCARD', 'LLEN', 'HLEN', 'ZCARD', 'ZCARD'}
local SIZES_FORMAT = '>I4I4I4I4I4I4I4I4I4I4I4I4I4I4I4I4I4I4I4'
local OTHER_TYPE = 4294967295
local NO_SIZES = string.rep('\0', 4 * #SIZE_COMMANDS)

-- Counts the keys whose size is not known.
local function count_sizes()
  for n = 1, #SIZE_COMMANDS do
    local key = KEYS[SIZED_BEHIND + n]
    if not sizes[key] then
      sizes[key] = tonumber(redis.pcall(SIZE_COMMANDS[n], key)) or ask(SIZE_COMMANDS[n], key) or OTHER_TYPE
    end
  end
end

-- The sizes as meta remembers them.
local function packed_sizes()
  return struct.pack(SIZES_FORMAT, sizes[KEY.IDS], sizes[KEY.COUNTERS], sizes[KEY.INDEX], sizes[KEY.OWN], sizes[KEY.LEASES], sizes[KEY.ENDED],
    sizes[KEY.OUTBOX], sizes[KEY.USAGE], sizes[KEY.USAGE_ORDER], sizes[KEY.QUEUE], sizes[KEY.WAITS], sizes[KEY.WAIT_INDEX], sizes[KEY.NAMERS],
    sizes[KEY.MOVED], sizes[KEY.MOVED_ORDER], sizes[KEY.MOVED_TIMES], sizes[KEY.SESSIONS], sizes[KEY.SESSION_TIMES], sizes[KEY.BOUND])
end
