-- @include keys, settings, sizes, state, text
-- Writes the header back and says that the state is whole again.
local function save_state()
  redis.call('HSET', KEY.META, 'appliedOffset', text(state.applied_offset), 'appliedAppendedAt', text(state.applied_at),
    'appliedEpoch', text(state.applied_epoch), 'at', text(state.at), 'seq', text(state.seq), 'settings', settings_text(state.settings),
    'endedCount', text(state.ended_count), 'endedFloorAt', text(state.ended_floor_at), 'endedFloorCount', text(state.ended_floor_count),
    'rateFloorAt', text(state.rate_floor_at), 'todo', state.todo and cmsgpack.pack(state.todo) or '', 'sizes', sizes(), 'applying', '0')
end
