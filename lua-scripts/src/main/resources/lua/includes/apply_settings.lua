-- Applies a settings record; the floors rise first, so that what the old settings forgot stays forgotten. False
-- if it asks for rules that are not these.
local function apply_settings(first)
  if ARGV[first] ~= '' and ARGV[first] ~= RULES then
    return false
  end
  state.ended_floor_at, state.ended_floor_count, state.rate_floor_at = ended_floor_at(), ended_floor_count(), rate_floor_at()
  for n = 1, #SETTING_NAMES do
    local value = ARGV[first + n - 1]
    if value ~= '' then
      state.settings[SETTING_NAMES[n]] = tonumber(value)
    end
  end
  return true
end
