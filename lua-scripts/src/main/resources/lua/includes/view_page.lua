-- @include page_places, pause, view_arguments
-- What a call of a view goes on from, and what it answers. The cursor is of no meaning to the caller; it is asked again with it until it is ''.
local function view_position()
  return ARGV[VIEW.CURSOR] ~= '' and cmsgpack.unpack(ARGV[VIEW.CURSOR]) or {}
end

-- Makes or takes up a `pause`, see includes/pause.
local function pause_of(position)
  return take_up(position.pause or restart({}), tonumber(ARGV[VIEW.BUDGET]))
end

local function view_reply(position, entries)
  local reply = {}
  reply[PAGE_REPLY.CURSOR], reply[PAGE_REPLY.ENTRIES] = position and cmsgpack.pack(position) or '', entries
  return reply
end
