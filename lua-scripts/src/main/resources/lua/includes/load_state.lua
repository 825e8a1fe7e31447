-- @include parse_settings, read_header, setting_places, state
-- Reads the fields of meta into the state of this call. `numbers` (8 bytes each): appliedOffset, its append time, its leader epoch, log time, seq,
-- up to which time endings are forgotten, after which event acquires are counted in windows, and endings, endings counted ever, time of the last
-- ending in the oldest chunk or 0, time of the first entry of usageOrder or 0, of movedTimes or 0, when something is due next or -1. `todo` is the
-- rest of a record that takes more than one call, see decide.lua.
local NUMBERS_FORMAT = '>i8i8i8i8i8i8i8i8i8i8i8i8i8'

local function load_state(header)
  state.applied_offset, state.applied_at, state.applied_epoch, state.at, state.seq, state.ended_floor_at, state.acquires_since,
    state.endings_since, state.ended_count, state.oldest_ended_at, state.oldest_usage_at, state.oldest_moved_at, state.next_due =
    struct.unpack(NUMBERS_FORMAT, header[NUMBERS])
  state.next_due = state.next_due < 0 and math.huge or state.next_due
  state.settings, state.settings_count = parse_settings(header[SETTINGS_PLACE])
  state.packed_settings = state.settings_count == SETTINGS and header[SETTINGS_PLACE] or nil
  state.todo = header[TODO] ~= '' and cmsgpack.unpack(header[TODO]) or nil
  state.written_settings, state.written_todo = header[SETTINGS_PLACE], header[TODO]
end
