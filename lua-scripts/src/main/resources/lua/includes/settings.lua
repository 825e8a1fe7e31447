-- @include defaults, setting_names, text
-- The settings of a partition as numbers in the order of SETTING_NAMES, joined by commas in meta. One that was not known
-- when they were written has its default; the second result is how many there are, more than the names if a later version wrote them.
local function parse_settings(joined)
  local settings, n = {}, 0
  local function add(values)
    n = 0
    for value in string.gmatch(values, '%d+') do
      n = n + 1
      if SETTING_NAMES[n] then
        settings[SETTING_NAMES[n]] = tonumber(value)
      end
    end
  end
  add(joined)
  if n < #SETTING_NAMES then
    add(DEFAULT_SETTINGS)
    add(joined)
  end
  return settings, n
end

local function settings_text(settings)
  local values = {}
  for n = 1, #SETTING_NAMES do
    values[n] = text(settings[SETTING_NAMES[n]])
  end
  return table.concat(values, ',')
end
