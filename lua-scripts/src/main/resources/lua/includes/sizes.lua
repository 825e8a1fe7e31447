-- @include keys
-- The sizes of all keys but meta and walk, as remembered at the end of each call: a key that was lost or cut is noticed at the next.
local NO_SIZES = '0,0,0,0,0,0,0,0,0,0,0,0,0'

local function sizes()
  return table.concat({redis.call('HLEN', KEY_IDS), redis.call('ZCARD', KEY_INDEX), redis.call('ZCARD', KEY_LEASES),
    redis.call('HLEN', KEY_COUNTERS), redis.call('LLEN', KEY_ENDED), redis.call('LLEN', KEY_OUTBOX), redis.call('HLEN', KEY_RATES),
    redis.call('LLEN', KEY_RATE_ORDER), redis.call('ZCARD', KEY_QUEUE), redis.call('ZCARD', KEY_WAITS), redis.call('ZCARD', KEY_WAIT_INDEX),
    redis.call('HLEN', KEY_WAIT_COUNTERS), redis.call('ZCARD', KEY_NAMERS)}, ',')
end
