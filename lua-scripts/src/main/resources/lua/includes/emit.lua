-- Makes the next event. An entry of the outbox: seq (8 bytes), type, repeated (1 each), lengths of account, lockId, replyTo, lockReplyTo (2 each),
-- these four, then the event's JSON.
local EVENT_TYPES = {granted = 1, queued = 2, renewed = 3, released = 4, rejected = 5}

local function emit(event)
  state.seq = state.seq + 1
  local parts = {'{"v":1,"type":"', event.type, '","seq":', text(state.seq), ',"at":', text(state.at), ',"account":', event.account_json,
    ',"commandId":', event.command_json, state.cause, event.subject, ',', event.details, event.repeated and ',"repeated":true}' or '}'}
  if state.seq > state.published_seq then
    state.events[#state.events + 1] = struct.pack('>I8BBHHHH', state.seq, EVENT_TYPES[event.type], event.repeated and 1 or 0,
      #event.account, #event.lock_id, #event.reply_to, #event.lock_reply_to)
      .. event.account .. event.lock_id .. event.reply_to .. event.lock_reply_to .. table.concat(parts)
  end
  return state.seq
end

local function flush_events()
  for from = 1, #state.events, 1000 do
    redis.call('RPUSH', KEY_OUTBOX, unpack(state.events, from, math.min(from + 999, #state.events)))
  end
end

-- The fields of a lock as an event's subject.
local function lock_subject(lock_id_json, head, tail)
  return ',"lockId":' .. lock_id_json .. ',' .. head .. ',' .. tail
end
