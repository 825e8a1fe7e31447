-- @late settings: apply_settings
-- @include defaults, floors, setting_places, state
-- Applies a settings record, `changes` by SETTING, '' = as before: unless it asks for other rules than these or for another number of
-- partitions than was told before (RULES.md, Settings). The floors rise first, so that what the old settings forgot stays forgotten.
function apply_settings(_, changes)
  local values, n = {}, 0
  for value in string.gmatch(changes .. ',', '(%d*),') do
    n = n + 1
    values[n] = tonumber(value)
  end
  local rules, partitions, told = values[SETTING.RULES], values[SETTING.PARTITIONS], state.settings[SETTING.PARTITIONS]
  if rules and rules ~= RULES or partitions and partitions ~= told and (told ~= UNTOLD or partitions <= state.partition) then
    return
  end
  -- Below now, so that what ends later at this very time is not forgotten with the rest; without a window all is that ended.
  state.ended_floor_at = math.min(ended_floor_at(), state.at - 1)
  if state.settings[SETTING.REPEAT_WINDOW_MS] == 0 then
    state.ended_floor_number = state.ended_count
  end
  for place = 1, SETTINGS do
    local value = values[place]
    if value then
      state.settings[place] = value
    end
  end
  state.packed_settings = nil
end
