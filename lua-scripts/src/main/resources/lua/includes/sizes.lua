-- @include keys
-- The sizes of all keys but meta and walk, as remembered at the end of each call: a key that was lost or cut is noticed at the next.
local NO_SIZES = '0,0,0,0,0,0,0,0,0,0,0,0,0'

local function sizes()
  return table.concat({redis.call('HLEN', KEY.IDS), redis.call('HLEN', KEY.COUNTERS), redis.call('ZCARD', KEY.INDEX), redis.call('ZCARD', KEY.OWN),
    redis.call('ZCARD', KEY.LEASES), redis.call('LLEN', KEY.ENDED), redis.call('LLEN', KEY.OUTBOX), redis.call('HLEN', KEY.WINDOWS),
    redis.call('LLEN', KEY.WINDOW_ORDER), redis.call('ZCARD', KEY.QUEUE), redis.call('ZCARD', KEY.WAITS), redis.call('ZCARD', KEY.WAIT_INDEX),
    redis.call('ZCARD', KEY.NAMERS)}, ',')
end
