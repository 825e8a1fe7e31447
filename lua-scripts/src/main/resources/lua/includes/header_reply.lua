-- @include settings, state, text
-- Number of the last event of the records that are applied wholly.
local function complete_seq()
  return state.todo and state.todo.seq or state.seq
end

-- The numbers of a partition as a script answers them: appliedOffset, its append time, its leader epoch, at, seq, settings.
local function header_reply()
  return {text(state.applied_offset), text(state.applied_at), text(state.applied_epoch), text(state.at), text(complete_seq()),
    settings_text(state.settings)}
end
