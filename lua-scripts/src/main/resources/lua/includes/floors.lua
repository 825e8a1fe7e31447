-- @include state
-- What is at or below a floor is forgotten, whether or not it has been removed yet.
local function ended_floor_at()
  return math.max(state.ended_floor_at, state.at - state.settings.repeat_window_ms)
end

local function ended_floor_count()
  return math.max(state.ended_floor_count, state.ended_count - state.settings.repeat_entries)
end

local function rate_floor_at()
  return math.max(state.rate_floor_at, state.at - state.settings.window_ms)
end
