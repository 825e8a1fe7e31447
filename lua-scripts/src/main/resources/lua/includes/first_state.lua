-- @include count_sizes, defaults, load_state, read_header
-- The state of a partition to which nothing has happened yet.
local function first_state()
  return {'0', '', NO_SIZES, struct.pack(NUMBERS_FORMAT, -1, 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, 0, -1), DEFAULT_SETTINGS, '', FORMAT}
end
