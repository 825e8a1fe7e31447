-- @include ask, keys
-- What meta has of a partition. `format` says how all its keys are laid out; before there was such a field it was 1.
local APPLYING, IDENTITY, SIZES, NUMBERS, SETTINGS_PLACE, TODO, FORMAT_PLACE, DIGEST = 1, 2, 3, 4, 5, 6, 7, 8
local FORMAT = '3'

-- Empty if meta is of another type.
local function read_header()
  return ask('HMGET', KEY.META, 'applying', 'identity', 'sizes', 'numbers', 'settings', 'todo', 'format', 'digest') or {}
end
