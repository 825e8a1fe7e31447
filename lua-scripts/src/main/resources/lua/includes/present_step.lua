-- @include state, usage
-- The step of a window in which log time stands, counted since the epoch.
local function present_step(window_ms)
  local steps = state.at * STEPS / window_ms
  return steps - steps % 1
end
