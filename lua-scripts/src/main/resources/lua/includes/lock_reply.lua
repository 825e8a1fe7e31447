-- @include lock_places, record_fields, text
-- A held lock, or a waiting request, as a script answers it.
local function lock_reply(lock)
  local reply = {}
  reply[LOCK_REPLY.ACCOUNT_JSON], reply[LOCK_REPLY.LOCK_ID_JSON] = lock[ACCOUNT_JSON], lock[LOCK_ID_JSON]
  reply[LOCK_REPLY.HEAD_JSON], reply[LOCK_REPLY.TAIL_JSON], reply[LOCK_REPLY.REPLY_TO] = lock[HEAD_JSON], lock[TAIL_JSON], lock[REPLY_TO]
  reply[LOCK_REPLY.TOKEN_OR_ARRIVAL], reply[LOCK_REPLY.GRANTED_OR_REQUESTED_AT] = text(lock[TOKEN]), text(lock[GRANTED_AT])
  reply[LOCK_REPLY.EXPIRES_AT_OR_DEADLINE], reply[LOCK_REPLY.WAITED_MS] = text(lock[EXPIRES_AT]), text(lock[WAITED_MS])
  return reply
end
