-- @include keys, settings, state
-- The header of meta, and how it becomes the state of this call. `todo` is what is left of a record that took more than one call, see decide.lua.
local HEADER_FIELDS = {'applying', 'identity', 'sizes', 'appliedOffset', 'appliedAppendedAt', 'appliedEpoch', 'at', 'seq', 'settings',
  'endedCount', 'endedFloorAt', 'endedFloorCount', 'rateFloorAt', 'todo'}
local APPLYING, IDENTITY, SIZES = 1, 2, 3

local function read_header()
  return redis.call('HMGET', KEY.META, unpack(HEADER_FIELDS))
end

local function load_state(header)
  state.applied_offset, state.applied_at, state.applied_epoch = tonumber(header[4]), tonumber(header[5]), tonumber(header[6])
  state.at, state.seq = tonumber(header[7]), tonumber(header[8])
  state.settings, state.settings_count = parse_settings(header[9])
  state.ended_count, state.ended_floor_at, state.ended_floor_count = tonumber(header[10]), tonumber(header[11]), tonumber(header[12])
  state.rate_floor_at = tonumber(header[13])
  state.todo = header[14] ~= '' and cmsgpack.unpack(header[14]) or nil
end
