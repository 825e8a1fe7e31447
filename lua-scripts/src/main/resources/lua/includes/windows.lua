-- @include state
-- How often something happened within a window of log time, counted in steps of an eighth of it: in the present step and in the seven before. Read
-- once per call, changed here, written at its end.
--   windows: name of an account or sub-account and A (acquires) or E (endings) -> length of the window in ms (4 bytes), number of the latest step
--     since the epoch in which it happened (8), how often in each step modulo eight (4 each)
--   windowOrder: time (8 bytes) and field, in the order in which they were made: when to look whether a window is over
-- What is older than the window counts as nothing, whether or not it has been removed; so does what was counted with a window of another length.
local STEPS, WINDOW_FORMAT, LENGTH, LATEST, COUNTS = 8, '>I4I8I4I4I4I4I4I4I4I4', 1, 2, 3

local function present_step(window_ms)
  return math.floor(state.at * STEPS / window_ms)
end

local function is_over(window)
  return window[LATEST] <= present_step(window[LENGTH]) - STEPS
end
