-- @include floors, keys, record_fields, state, text
-- Removes remembered endings that are below their floors, oldest first, at most `most`. Whether they are still there makes no difference to
-- any decision.
local forget_endings, forget_rates
do
  -- How many values one command can be given.
  local MOST_AT_ONCE = 1000

  local function is_oldest_dead()
    if state.ended_length == 0 then
      return false
    end
    return state.ended_count - state.ended_length < ended_floor_count()
      or struct.unpack('>I8', redis.call('LINDEX', KEY.ENDED, '0')) <= ended_floor_at()
  end

  function forget_endings(most)
    if not is_oldest_dead() then
      return
    end
    local entries = redis.call('LRANGE', KEY.ENDED, '0', text(math.min(most, MOST_AT_ONCE) - 1))
    local number, floor_at, floor_count = state.ended_count - state.ended_length, ended_floor_at(), ended_floor_count()
    local ids = {}
    for n = 1, #entries do
      if number + n > floor_count and struct.unpack('>I8', entries[n]) > floor_at then
        break
      end
      ids[n] = string.sub(entries[n], 9)
    end
    redis.call('LTRIM', KEY.ENDED, text(#ids), '-1')
    state.ended_length = state.ended_length - #ids
    local records, dead = redis.call('HMGET', KEY.IDS, unpack(ids)), {}
    for n = 1, #ids do
      local record = records[n] and cmsgpack.unpack(records[n])
      if record and record[1] == ENDED and record[ENDED_NUMBER] == number + n then
        dead[#dead + 1] = ids[n]
      end
    end
    if #dead > 0 then
      redis.call('HDEL', KEY.IDS, unpack(dead))
    end
  end

  -- The same for counted acquires that lie before the window.
  function forget_rates(most)
    local floor_at = rate_floor_at()
    for _ = 1, math.min(most, state.rate_length) do
      local oldest = redis.call('LINDEX', KEY.RATE_ORDER, '0')
      if struct.unpack('>I8', oldest) > floor_at then
        return
      end
      redis.call('LPOP', KEY.RATE_ORDER)
      state.rate_length = state.rate_length - 1
      local field = string.sub(oldest, 9)
      local rest = string.sub(redis.call('HGET', KEY.RATES, field), 9)
      if rest == '' then
        redis.call('HDEL', KEY.RATES, field)
      else
        redis.call('HSET', KEY.RATES, field, rest)
      end
    end
  end
end
