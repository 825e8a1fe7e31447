-- Applies a settings record; what the old settings have forgotten stays forgotten. False if it asks for rules that are not these.
local function apply_settings(first)
  if ARGV[first] ~= '' and ARGV[first] ~= RULES then
    return false
  end
  raise_floors()
  for n = 1, #SETTING_NAMES do
    local value = ARGV[first + n - 1]
    if value ~= '' then
      state.settings[SETTING_NAMES[n]] = tonumber(value)
    end
  end
  return true
end
