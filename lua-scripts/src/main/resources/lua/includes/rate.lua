-- @include floors, keys, state
-- Counts an acquire of a sub-account within the sliding window; answers with the ms after which it would pass, or nil if it passes.
local function retry_after(account, sub_account)
  local limit = state.settings.acquires_per_window
  if limit == 0 then
    return nil
  end
  local field = account .. '\0' .. sub_account
  local times = redis.call('HGET', KEY.RATES, field) or ''
  local floor_at = rate_floor_at()
  local first = 1
  while first < #times and struct.unpack('>I8', times, first) <= floor_at do
    first = first + 8
  end
  local within = (#times - first + 1) / 8
  if within >= limit then
    return struct.unpack('>I8', times, first + (within - limit) * 8) + state.settings.window_ms - state.at
  end
  local now = struct.pack('>I8', state.at)
  redis.call('HSET', KEY.RATES, field, times .. now)
  redis.call('RPUSH', KEY.RATE_ORDER, now .. field)
  state.rate_length = state.rate_length + 1
  return nil
end
