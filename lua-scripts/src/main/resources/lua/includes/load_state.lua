-- @include keys, setting_places, settings, state
-- What meta has of a partition, and how it becomes the state of this call. `numbers` (8 bytes each): appliedOffset, its append time, its leader
-- epoch, log time, seq, endings counted ever, up to which time and number they are forgotten, time of the last ending in the oldest chunk or 0,
-- time of the first entry of usageOrder or 0, format. `todo` is what is left of a record that took more than one call, see decide.lua.
local APPLYING, IDENTITY, SIZES, NUMBERS, SETTINGS_PLACE, TODO = 1, 2, 3, 4, 5, 6
local NUMBERS_FORMAT, FORMAT = '>i8i8i8i8i8i8i8i8i8i8i8', 1

local function read_header()
  return redis.call('HMGET', KEY.META, 'applying', 'identity', 'sizes', 'numbers', 'settings', 'todo')
end

local function load_state(header)
  state.applied_offset, state.applied_at, state.applied_epoch, state.at, state.seq, state.ended_count, state.ended_floor_at,
    state.ended_floor_number, state.oldest_ended_at, state.oldest_usage_at, state.format = struct.unpack(NUMBERS_FORMAT, header[NUMBERS])
  state.settings, state.settings_count = parse_settings(header[SETTINGS_PLACE])
  state.packed_settings = state.settings_count == SETTINGS and header[SETTINGS_PLACE] or nil
  state.todo = header[TODO] ~= '' and cmsgpack.unpack(header[TODO]) or nil
end
