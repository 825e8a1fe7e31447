-- @include count, counters, emit, enqueue, grant, index_member, keys, lock_counts, nodes, record_fields, remember, request, state, text, touch
-- Ends a held lock or a waiting request, says how, remembers it and notes whom that may unblock. `command` is what is answered, nil if time or
-- another's command caused it.
local function finish_held(account, lock_id, lock, command, reason, further)
  local id, targets = account .. '\0' .. lock_id, targets_of(account, lock)
  load_targets(held_counters, targets)
  count_targets(held_counters, targets, -1)
  count_lock(account, lock, HELD_COUNT, -1)
  redis.call('ZREM', KEY.INDEX, unpack(index_members(account, lock_id, lock)))
  redis.call('ZREM', KEY.LEASES, lease_member(lock[TOKEN], id))
  local short = ',"token":' .. text(lock[TOKEN]) .. ',"heldMs":' .. text(state.at - lock[GRANTED_AT])
  emit_lock('released', account, lock_id, lock, command, reason, short .. further)
  remember(id, lock, 'released', reason, short .. further, #short)
  touch(account, targets)
end

local function finish_waiting(account, lock_id, record, command, type, reason, short, further)
  local request = request_of(account, lock_id, record)
  dequeue(request)
  emit_lock(type, account, lock_id, record, command, reason, short .. further)
  remember(request.id, record, type, reason, short .. further, #short)
  touch(account, request.targets)
end
