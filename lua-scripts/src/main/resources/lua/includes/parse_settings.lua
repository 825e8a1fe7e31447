-- @include defaults, setting_places
-- The settings of a partition in meta: numbers of 4 bytes in the order of SETTING. A setting that was unknown when they were written has its default.
-- The second result is their number, which exceeds SETTINGS if a later version wrote them.
local function parse_settings(packed)
  local number = #packed / 4
  if number < SETTINGS then
    packed = packed .. string.sub(DEFAULT_SETTINGS, #packed + 1)
  end
  return {struct.unpack(SETTINGS_FORMAT, packed)}, number
end

local function packed_settings(settings)
  return struct.pack(SETTINGS_FORMAT, unpack(settings, 1, SETTINGS))
end
