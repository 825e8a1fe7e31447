-- @include defaults, floors, setting_names, state
-- Applies a settings record, `changes` by SETTING_NAMES, '' = as before: unless it asks for other rules than these or for another number of
-- partitions than was told before (RULES.md, Settings). The floors rise first, so that what the old settings forgot stays forgotten.
local function apply_settings(_, changes)
  local values, n = {}, 0
  for value in string.gmatch(changes .. ',', '(%d*),') do
    n = n + 1
    values[n] = tonumber(value)
  end
  local rules, partitions, told = values[RULES_PLACE], values[PARTITIONS_PLACE], state.settings.partitions
  if rules and rules ~= RULES or partitions and partitions ~= told and (told ~= UNTOLD or partitions <= state.partition) then
    return
  end
  -- Below now, so that what ends later at this very time is not forgotten with the rest; without a window all is that ended.
  state.ended_floor_at = math.min(ended_floor_at(), state.at - 1)
  if state.settings.repeat_window_ms == 0 then
    state.ended_floor_number = state.ended_count
  end
  for place = 1, #SETTING_NAMES do
    local value = values[place]
    if value then
      state.settings[SETTING_NAMES[place]] = value
    end
  end
  state.settings_text = nil
end
