-- @include text
-- The settings of a partition as nine numbers in this order, joined by commas in meta.
local SETTING_NAMES = {'rules', 'partitions', 'locks_per_sub_account', 'locks_per_account', 'waiters_per_account',
  'acquires_per_window', 'window_ms', 'repeat_ms', 'repeat_entries'}

local function parse_settings(joined)
  local settings, n = {}, 0
  for value in string.gmatch(joined, '%d+') do
    n = n + 1
    settings[SETTING_NAMES[n]] = tonumber(value)
  end
  return settings
end

local function settings_text(settings)
  local values = {}
  for n = 1, #SETTING_NAMES do
    values[n] = text(settings[SETTING_NAMES[n]])
  end
  return table.concat(values, ',')
end
