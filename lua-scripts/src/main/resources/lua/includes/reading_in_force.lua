-- @include readings, setting_places, state
-- How records are read where these settings are in force, as a number: the version of the rules, and what holds for names.
local function reading_in_force()
  local settings = state.settings
  return settings[SETTING.RULES] + (settings[SETTING.NAMES_WITHOUT_CASE] == 1 and WITHOUT_CASE or 0)
    + settings[SETTING.NAMES_WITHOUT_BACKSLASH] * WITHOUT_BACKSLASH + (1 - settings[SETTING.REMEMBERS_MOVES]) * WITHOUT_EXISTING
end
