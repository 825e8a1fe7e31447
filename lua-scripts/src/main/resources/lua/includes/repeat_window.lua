-- @include floors, keys, state, text
-- How long ago, in ms of log time, an acquire may have ended whose repeat is recognised: the setting, or, once as many endings are remembered
-- as may be, the age of the oldest, which the next one drives out.
local function repeat_window()
  local floor_count = ended_floor_count()
  if state.ended_count - floor_count < state.settings.repeat_entries then
    return state.settings.repeat_window_ms
  end
  if state.settings.repeat_entries == 0 then
    return 0
  end
  local place = floor_count - (state.ended_count - state.ended_length)
  local oldest = place >= 0 and redis.call('LINDEX', KEY.ENDED, text(place))
  local ended_at = oldest and struct.unpack('>I8', oldest)
  return ended_at and ended_at > ended_floor_at() and state.at - ended_at or state.settings.repeat_window_ms
end
