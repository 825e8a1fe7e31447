-- @include ask, keys
-- The fields of meta. `format` is the layout of all keys of the partition; 1 if there is no such field.
local APPLYING, IDENTITY, SIZES, NUMBERS, SETTINGS_PLACE, TODO, FORMAT_PLACE, DIGEST = 1, 2, 3, 4, 5, 6, 7, 8
local FORMAT = '14'

-- The fields; empty if meta has another type.
local function read_header()
  return ask('HMGET', KEY.META, 'applying', 'identity', 'sizes', 'numbers', 'settings', 'todo', 'format', 'digest') or {}
end
