-- @late settings: apply_settings
-- @include defaults, ended_floor_at, seq_before_first, setting_places, state, usage
-- Applies a settings record, `changes` by SETTING, '' = as before: unless it asks for earlier rules than there are, or for another number
-- of partitions, another comparison of names, or another epoch than was told before, or for an epoch behind an event (RULES.md, Settings). Case
-- stays untold while there are locks, and all else is told meanwhile. What the old settings forgot stays forgotten. In a window of another length
-- counting begins anew; so it does when case no longer counts and moves were remembered, all of which are forgotten then. Moves of an earlier
-- epoch are not known here.
local function has_locks()
  local used = usage_of(PARTITION_NAME)
  return used[HELD_NUMBER] + used[WAITING_NUMBER] > 0
end

function apply_settings(_, changes)
  local values, n = {}, 0
  for value in string.gmatch(changes .. ',', '(%d*),') do
    n = n + 1
    values[n] = tonumber(value)
  end
  local rules, partitions, told = values[SETTING.RULES], values[SETTING.PARTITIONS], state.settings[SETTING.PARTITIONS]
  local case, told_case = values[SETTING.NAMES_WITHOUT_CASE], state.settings[SETTING.NAMES_WITHOUT_CASE]
  local may_tell_case = told_case == UNTOLD_CASE or told == UNTOLD and partitions
  local epoch, may_tell_epoch = values[SETTING.EPOCH], told == UNTOLD and partitions and state.seq == 0
  if rules and rules < state.settings[SETTING.RULES]
    or case and case ~= told_case and not may_tell_case
    or epoch and epoch ~= state.settings[SETTING.EPOCH] and not may_tell_epoch
    or partitions and partitions ~= told and (told ~= UNTOLD or partitions <= state.partition) then
    return
  end
  if case == 1 and told_case ~= 1 and has_locks() then
    values[SETTING.NAMES_WITHOUT_CASE] = UNTOLD_CASE
  end
  if epoch and epoch > state.settings[SETTING.EPOCH] then
    state.seq = epoch * EVENTS_OF_EPOCH
    state.acquires_since = state.seq
  end
  state.ended_floor_at = ended_floor_at()
  local window_ms, repeat_ms = values[SETTING.WINDOW_MS], values[SETTING.REPEAT_WINDOW_MS]
  local remembers, remembered = values[SETTING.REMEMBERS_MOVES], state.settings[SETTING.REMEMBERS_MOVES]
  if window_ms and window_ms ~= state.settings[SETTING.WINDOW_MS] or remembers and remembers ~= remembered
    or remembered == 1 and values[SETTING.NAMES_WITHOUT_CASE] == 1 and told_case ~= 1 then
    state.acquires_since = state.seq
  end
  if repeat_ms and repeat_ms ~= state.settings[SETTING.REPEAT_WINDOW_MS] then
    state.endings_since = state.seq
  end
  for place = 1, SETTINGS do
    local value = values[place]
    if value then
      state.settings[place] = value
    end
  end
  state.packed_settings = nil
end
