-- @include count_sizes, digest_of_header, due_or_none, keys, load_state, parse_settings, state
-- Writes what has changed of the header, and with the last command that the state is whole again.
local function packed_numbers()
  return struct.pack(NUMBERS_FORMAT, state.applied_offset, state.applied_at, state.applied_epoch, state.at, state.seq,
    state.ended_floor_at, state.acquires_since, state.endings_since, state.ended_count, state.oldest_ended_at, state.oldest_usage_at,
    state.oldest_moved_at, due_or_none())
end

local function save_state()
  local packed, numbers, settings = packed_sizes(), packed_numbers(), state.packed_settings or packed_settings(state.settings)
  local todo = state.todo and cmsgpack.pack(state.todo) or ''
  if settings ~= state.written_settings or todo ~= state.written_todo then
    redis.call('HSET', KEY.META, 'settings', settings, 'todo', todo)
  end
  redis.call('HSET', KEY.META, 'numbers', numbers, 'sizes', packed, 'digest', digest_of_header(packed, numbers, settings, todo), 'applying', '0')
end
