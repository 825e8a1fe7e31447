-- @include defaults, floors, setting_names, state
-- Applies a settings record; the floors rise first, so that what the old settings forgot stays forgotten. False
-- if it asks for rules that are not these.
local function apply_settings(first)
  local rules = ARGV[first + RULES_PLACE]
  if rules ~= '' and rules ~= RULES then
    return false
  end
  -- Below now, so that what ends later at this very time is not forgotten with the rest: repeat_window_ms may be 0.
  state.ended_floor_count = state.settings.repeat_window_ms == 0 and state.ended_count or ended_floor_count()
  state.ended_floor_at = math.min(ended_floor_at(), state.at - 1)
  state.rate_floor_at = rate_floor_at()
  for n = 1, #SETTING_NAMES do
    local value = ARGV[first + n - 1]
    if value ~= '' then
      state.settings[SETTING_NAMES[n]] = tonumber(value)
    end
  end
  return true
end
