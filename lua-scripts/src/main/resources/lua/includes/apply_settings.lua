-- @include defaults, floors, setting_names, state
-- Applies a settings record, unless it asks for other rules than these or for another number of partitions than was told before (RULES.md,
-- Settings). The floors rise first, so that what the old settings forgot stays forgotten.
local function apply_settings(first)
  local rules, partitions, told = ARGV[first + RULES_PLACE], tonumber(ARGV[first + PARTITIONS_PLACE]), state.settings.partitions
  if rules ~= '' and rules ~= RULES or partitions and partitions ~= told and (told ~= UNTOLD or partitions <= state.partition) then
    return
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
end
