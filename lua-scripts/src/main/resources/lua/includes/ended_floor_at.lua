-- @include setting_places, state
-- Endings at or before this time are forgotten, whether or not they are removed yet; those at the present log time never are.
local function ended_floor_at()
  return math.max(state.ended_floor_at, state.at - math.max(1, state.settings[SETTING.REPEAT_WINDOW_MS]))
end
