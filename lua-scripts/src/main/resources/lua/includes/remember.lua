-- Remembers how an acquire ended, and forgets what is too old.

local function forget_oldest()
  local entry = redis.call('LPOP', KEY_ENDED)
  local number = state.ended_count - state.ended_length + 1
  state.ended_length = state.ended_length - 1
  local id = string.sub(entry, 9)
  local packed = redis.call('HGET', KEY_IDS, id)
  if packed then
    local record = cmsgpack.unpack(packed)
    if record[1] == ENDED and record[ENDED_NUMBER] == number then
      redis.call('HDEL', KEY_IDS, id)
    end
  end
  state.work = state.work + 3
end

-- Removes up to 16 entries that are dead already; whether they are still there makes no difference to any decision.
local function forget_dead()
  local floor_at, floor_count = ended_floor_at(), ended_floor_count()
  for _ = 1, 16 do
    if state.ended_length == 0 then
      return
    end
    if state.ended_count - state.ended_length + 1 > floor_count then
      local oldest = redis.call('LINDEX', KEY_ENDED, '0')
      if struct.unpack('>I8', oldest) > floor_at then
        return
      end
    end
    forget_oldest()
  end
end

local function remember(id, lock, type, details, short_length)
  state.ended_count = state.ended_count + 1
  state.ended_length = state.ended_length + 1
  redis.call('HSET', KEY_IDS, id, cmsgpack.pack({ENDED, state.ended_count, state.at, type, details, short_length, lock[SUB_ACCOUNT],
    lock[SESSION], lock[DIGEST], lock[REPLY_TO]}))
  redis.call('RPUSH', KEY_ENDED, struct.pack('>I8', state.at) .. id)
end
