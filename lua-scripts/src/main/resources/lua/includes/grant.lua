-- @include count, counters, emit, index_member, keys, lock_counts, nodes, record_fields, state, text
-- Holds a lock from now on and says so; `command` is the acquire if that is what is answered.
local function lease_member(token, id)
  return number_text(token) .. '\0' .. id
end

local function granted_details(lock)
  return ',"token":' .. text(lock[TOKEN]) .. ',"expiresAt":' .. text(lock[EXPIRES_AT]) .. ',"waitedMs":' .. text(lock[WAITED_MS])
end

local function set_lease(lock, id)
  redis.call('ZADD', KEY.LEASES, text(lock[EXPIRES_AT]), lease_member(lock[TOKEN], id))
  state.next_due = math.min(state.next_due, lock[EXPIRES_AT])
end

local function grant(request, waited_ms, command)
  local lock = request.record
  lock[1], lock[TOKEN], lock[GRANTED_AT], lock[EXPIRES_AT], lock[WAITED_MS] = HELD, state.seq + 1, state.at, state.at + lock[LEASE_MS], waited_ms
  load_targets(held_counters, request.targets)
  count_targets(held_counters, request.targets, 1)
  count_lock(request.account, lock, HELD_COUNT, 1)
  add_members(KEY.INDEX, index_members(request.account, request.lock_id, lock))
  redis.call('HSET', KEY.IDS, request.id, cmsgpack.pack(lock))
  set_lease(lock, request.id)
  emit_lock('granted', request.account, request.lock_id, lock, command, nil, granted_details(lock))
end
