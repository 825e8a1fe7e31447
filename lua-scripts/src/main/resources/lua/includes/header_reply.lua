-- @include header_places, settings, state, text
-- Number of the last event of the records that are applied wholly.
local function complete_seq()
  return state.todo and state.todo.seq or state.seq
end

-- The numbers of a partition as a script answers them.
local function header_reply()
  local reply = {}
  reply[HEADER_REPLY.APPLIED_OFFSET], reply[HEADER_REPLY.APPLIED_AT] = text(state.applied_offset), text(state.applied_at)
  reply[HEADER_REPLY.APPLIED_EPOCH], reply[HEADER_REPLY.AT] = text(state.applied_epoch), text(state.at)
  reply[HEADER_REPLY.SEQ], reply[HEADER_REPLY.SETTINGS] = text(complete_seq()), state.settings_text or settings_text(state.settings)
  return reply
end
