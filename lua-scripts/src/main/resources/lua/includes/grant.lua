-- Holds a lock from now on and says so.

local function lease_member(token, id)
  return token_text(token) .. '\0' .. id
end

local function granted_details(lock)
  return '"token":' .. text(lock[TOKEN]) .. ',"expiresAt":' .. text(lock[EXPIRES_AT]) .. ',"waitedMs":' .. text(lock[WAITED_MS])
end

local function set_lease(lock, id)
  redis.call('ZADD', KEY_LEASES, text(lock[EXPIRES_AT]), lease_member(lock[TOKEN], id))
  if lock[EXPIRES_AT] < state.next_expiry then
    state.next_expiry = lock[EXPIRES_AT]
  end
end

local function grant(request)
  local lock, owner, account = request.lock, request.owner, request.account
  lock[TOKEN], lock[GRANTED_AT], lock[EXPIRES_AT], lock[WAITED_MS] = state.seq + 1, state.at, state.at + lock[LEASE_MS], 0
  local index = {}
  for t = 1, #request.targets do
    local target = request.targets[t]
    count_target(target.totals, target.owns, target.mode, 1)
    index[#index + 1] = '0'
    index[#index + 1] = index_member(target.mode, account, target.path, lock[TOKEN], request.lock_id, owner)
  end
  local account_count, sub_account_count = lock_count_fields(account, lock[SUB_ACCOUNT])
  count(account_count, 1, 1)
  count(sub_account_count, 1, 1)
  redis.call('ZADD', KEY_INDEX, unpack(index))
  redis.call('HSET', KEY_IDS, request.id, cmsgpack.pack(lock))
  set_lease(lock, request.id)
  emit({type = 'granted', account = account, account_json = request.account_json, command_json = request.lock_id_json,
    subject = lock_subject(request.lock_id_json, request.head, request.tail), details = granted_details(lock), lock_id = request.lock_id,
    reply_to = request.reply_to, lock_reply_to = request.reply_to})
end
