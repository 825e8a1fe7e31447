-- @include count_sizes, digest_of_header, keys, load_state, parse_settings, state
-- Writes the header back and, with the same command, that the state is whole again.
local function packed_numbers()
  return struct.pack(NUMBERS_FORMAT, state.applied_offset, state.applied_at, state.applied_epoch, state.at, state.seq,
    state.ended_floor_at, state.acquires_since, state.endings_since, state.ended_count, state.oldest_ended_at, state.oldest_usage_at)
end

local function save_state()
  local packed, numbers, settings = packed_sizes(), packed_numbers(), state.packed_settings or packed_settings(state.settings)
  local todo = state.todo and cmsgpack.pack(state.todo) or ''
  redis.call('HSET', KEY.META, 'numbers', numbers, 'settings', settings, 'todo', todo, 'sizes', packed,
    'digest', digest_of_header(packed, numbers, settings, todo), 'applying', '0')
end
