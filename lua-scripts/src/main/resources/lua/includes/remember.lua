-- @include keys, record_fields, state
-- Remembers how an acquire ended; a repeated release is told the first `short_length` bytes of the details.
local function remember(id, record, type, reason, details, short_length)
  state.ended_count = state.ended_count + 1
  state.ended_length = state.ended_length + 1
  redis.call('HSET', KEY.IDS, id, cmsgpack.pack({ENDED, state.ended_count, state.at, type, details, short_length, record[SUB_ACCOUNT],
    record[SESSION], record[DIGEST], record[REPLY_TO], reason}))
  redis.call('RPUSH', KEY.ENDED, struct.pack('>I8', state.at) .. id)
end
