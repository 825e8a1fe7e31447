-- @include keys, load_state, many, settings, sizes, state
-- Counts anew those that were written in this call.
local function refresh_sizes(sizes)
  for n = 1, #SIZED do
    if written_keys[SIZED[n]] then
      sizes[SIZED[n]] = redis.call(SIZE_COMMANDS[n], SIZED[n])
    end
  end
end

-- Writes the header back and says that the state is whole again.
local function save_state(sizes)
  local numbers = struct.pack(NUMBERS_FORMAT, state.applied_offset, state.applied_at, state.applied_epoch, state.at, state.seq, state.ended_count,
    state.ended_floor_at, state.ended_floor_number, state.oldest_ended_at, state.oldest_usage_at, FORMAT)
  redis.call('HSET', KEY.META, 'numbers', numbers, 'settings', state.packed_settings or packed_settings(state.settings),
    'todo', state.todo and cmsgpack.pack(state.todo) or '', 'sizes', packed_sizes(sizes), 'applying', '0')
end
