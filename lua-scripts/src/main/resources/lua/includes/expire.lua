-- Leases that ran out, by expiresAt, then token. False if the budget ended before they did: then the same record goes on in the next call.
local LEASES_PER_READ = 64

-- Log time of the next end of a lease, as text; '' if there is none.
local function next_deadline()
  return redis.call('ZRANGE', KEY_LEASES, '0', '0', 'WITHSCORES')[2] or ''
end

local function refresh_next_expiry()
  state.next_expiry = tonumber(next_deadline()) or math.huge
end

local function expire(limit)
  while state.next_expiry <= state.at do
    local members = redis.call('ZRANGEBYSCORE', KEY_LEASES, '-inf', text(state.at), 'LIMIT', '0', text(LEASES_PER_READ))
    for n = 1, #members do
      if state.work >= limit then
        return false
      end
      state.work = state.work + 10
      local id = string.sub(members[n], 18)
      local account, lock_id = string.match(id, '^([^%z]*)%z(.*)$')
      local lock = cmsgpack.unpack(redis.call('HGET', KEY_IDS, id))
      finish(account, lock_id, lock, lock[LOCK_ID_JSON], '', 'EXPIRED', '')
    end
    refresh_next_expiry()
  end
  return true
end
