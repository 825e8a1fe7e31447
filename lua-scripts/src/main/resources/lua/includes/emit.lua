-- @include event_types, keys, record_fields, state, text
-- Makes the next event. An entry of the outbox: seq (8 bytes), type, repeated, length of the reason (1 each), lengths of account, lockId, replyTo,
-- lockReplyTo (2 each), then these five, then the event's JSON. Details are JSON members, each with a leading comma.
local emit, emit_lock, flush_events
do
  function emit(event)
    state.seq = state.seq + 1
    state.work = state.work + 15
    if state.seq <= state.published_seq then
      return
    end
    local account, lock_id, reply_to, lock_reply_to = event.account, event.lock_id, event.reply_to, event.lock_reply_to
    local reason = event.reason or ''
    state.events[#state.events + 1] = struct.pack('>I8BBBHHHH', state.seq, EVENT_TYPES[event.type], event.repeated and 1 or 0, #reason, #account,
      #lock_id, #reply_to, #lock_reply_to) .. reason .. account .. lock_id .. reply_to .. lock_reply_to .. '{"v":1,"type":"' .. event.type
      .. '","seq":' .. text(state.seq) .. ',"at":' .. text(state.at) .. ',"account":' .. event.account_json .. ',"commandId":'
      .. event.command_json .. state.cause .. event.subject .. (reason == '' and '' or ',"reason":"' .. reason .. '"') .. event.details
      .. (event.repeated and ',"repeated":true}' or '}')
  end

  -- The same about a lock or request with all its fields; `command` is what is answered, nil if time or another's command caused it.
  function emit_lock(type, account, lock_id, record, command, reason, details, repeated)
    emit({type = type, reason = reason, account = account, account_json = record[ACCOUNT_JSON], command_json = command and command.command_json
      or record[LOCK_ID_JSON], subject = ',"lockId":' .. record[LOCK_ID_JSON] .. ',' .. record[HEAD_JSON] .. ',' .. record[TAIL_JSON],
      details = details, lock_id = lock_id, reply_to = command and command.reply_to or '', lock_reply_to = record[REPLY_TO],
      repeated = repeated})
  end

  function flush_events()
    for from = 1, #state.events, 1000 do
      redis.call('RPUSH', KEY.OUTBOX, unpack(state.events, from, math.min(from + 999, #state.events)))
    end
  end
end
