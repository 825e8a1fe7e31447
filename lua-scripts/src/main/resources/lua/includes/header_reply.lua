-- @include parse_settings, state
-- Number of the last event of the wholly applied records, and the log time after them.
local function complete_seq()
  return state.todo and state.todo.seq or state.seq
end

local function complete_at()
  return state.todo and state.todo.at or state.at
end

-- The numbers of a partition as a script answers them: offset of the last record applied, its append time and leader epoch, log time, seq of the
-- last event, up to which time endings are forgotten, after which event acquires are counted, and endings (8 bytes each); settings as in meta.
local function header_reply()
  return struct.pack('>i8i8i8i8i8i8i8i8', state.applied_offset, state.applied_at, state.applied_epoch, complete_at(), complete_seq(),
    state.ended_floor_at, state.acquires_since, state.endings_since)
    .. (state.packed_settings or packed_settings(state.settings))
end
