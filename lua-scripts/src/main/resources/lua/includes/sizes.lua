-- @include keys
-- The sizes of all keys but meta and walk, as remembered at the end of each call: a key that was lost or cut is noticed at the next.
local SIZED = {KEY.IDS, KEY.COUNTERS, KEY.INDEX, KEY.OWN, KEY.LEASES, KEY.ENDED, KEY.OUTBOX, KEY.USAGE, KEY.USAGE_ORDER, KEY.QUEUE, KEY.WAITS,
  KEY.WAIT_INDEX, KEY.NAMERS}
local SIZE_COMMANDS = {'HLEN', 'HLEN', 'ZCARD', 'ZCARD', 'ZCARD', 'LLEN', 'LLEN', 'HLEN', 'LLEN', 'ZCARD', 'ZCARD', 'ZCARD', 'ZCARD'}
local SIZES_FORMAT = '>I4I4I4I4I4I4I4I4I4I4I4I4I4'
local NO_SIZES = string.rep('\0', 4 * #SIZED)

-- By key.
local function read_sizes()
  local sizes = {}
  for n = 1, #SIZED do
    sizes[SIZED[n]] = redis.call(SIZE_COMMANDS[n], SIZED[n])
  end
  return sizes
end

-- As remembered in meta.
local function packed_sizes(sizes)
  local numbers = {}
  for n = 1, #SIZED do
    numbers[n] = sizes[SIZED[n]]
  end
  return struct.pack(SIZES_FORMAT, unpack(numbers))
end
