-- @include take_up, view_arguments
-- Reads the cursor of a view. The caller does not read the cursor; it calls again with it until it is ''.
local function view_position()
  return ARGV[VIEW.CURSOR] ~= '' and cmsgpack.unpack(ARGV[VIEW.CURSOR]) or {}
end

-- Makes or takes up a `pause`, see includes/take_up.
local function pause_of(position)
  return take_up(position.pause or restart({}), tonumber(ARGV[VIEW.BUDGET]))
end
