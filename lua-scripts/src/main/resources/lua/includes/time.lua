-- @include keys, members, state
-- When something is due next: the next end of a lease or a wait.
local refresh_next_due
do
  local function first_due(key)
    return tonumber(read_members('ZRANGE', key, '0', '0', 'WITHSCORES')[2] or math.huge)
  end

  function refresh_next_due()
    state.next_due = math.min(first_due(KEY.LEASES), first_due(KEY.WAITS))
  end
end
