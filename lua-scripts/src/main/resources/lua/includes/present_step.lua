-- @include state, usage
-- Number of the window's step at log time, counted since the epoch.
local function present_step(window_ms)
  local steps = state.at * STEPS / window_ms
  return steps - steps % 1
end
