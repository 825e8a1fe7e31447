-- @include record_fields, text
-- A held lock, or a waiting request, as a script answers it: account JSON, lockId JSON, head JSON, tail JSON, replyTo, then token, grantedAt,
-- expiresAt, waitedMs; or arrival, requestedAt, deadline, 0.
local function lock_reply(lock)
  return {lock[ACCOUNT_JSON], lock[LOCK_ID_JSON], lock[HEAD_JSON], lock[TAIL_JSON], lock[REPLY_TO], text(lock[TOKEN]), text(lock[GRANTED_AT]),
    text(lock[EXPIRES_AT]), text(lock[WAITED_MS])}
end
