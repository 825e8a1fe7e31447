-- @include setting_places, state
-- What ended at or before it is forgotten, whether or not it has been removed yet. What ended at this very time is not.
local function ended_floor_at()
  return math.max(state.ended_floor_at, state.at - math.max(1, state.settings[SETTING.REPEAT_WINDOW_MS]))
end
