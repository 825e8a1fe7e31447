-- @include is_without_members, keys, read_members, state
-- state.next_due is the time at which a lease, a wait or a session ends next, or a lock is told again; it is kept in meta. What is added brings it
-- forward. It is looked up if what was due then is gone, see includes/due_at.
local refresh_next_due
do
  local function first_due(key)
    return is_without_members(key) and math.huge or tonumber(read_members('ZRANGE', key, '0', '0', 'WITHSCORES')[2] or math.huge)
  end

  function refresh_next_due()
    state.next_due, state.is_next_due_gone = math.min(first_due(KEY.LEASES), first_due(KEY.WAITS), first_due(KEY.SESSION_TIMES)), false
  end
end
