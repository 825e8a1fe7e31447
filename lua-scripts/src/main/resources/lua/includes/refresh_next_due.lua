-- @include keys, sizes, state
-- Sets the time at which a lease or wait ends next, or a lock is told again. All members of the two sets must have been written.
local refresh_next_due
do
  local function first_due(key)
    return sizes[key] == 0 and math.huge or tonumber(redis.call('ZRANGE', key, '0', '0', 'WITHSCORES')[2] or math.huge)
  end

  function refresh_next_due()
    state.next_due = math.min(first_due(KEY.LEASES), first_due(KEY.WAITS))
  end
end
