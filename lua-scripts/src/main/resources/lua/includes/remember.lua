-- Remembers how an acquire ended.
local function remember(id, lock, type, details, short_length)
  state.ended_count = state.ended_count + 1
  state.ended_length = state.ended_length + 1
  redis.call('HSET', KEY_IDS, id, cmsgpack.pack({ENDED, state.ended_count, state.at, type, details, short_length, lock[SUB_ACCOUNT],
    lock[SESSION], lock[DIGEST], lock[REPLY_TO]}))
  redis.call('RPUSH', KEY_ENDED, struct.pack('>I8', state.at) .. id)
end
