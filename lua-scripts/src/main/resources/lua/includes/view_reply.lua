-- @include header_reply, is_whole, load_state, page_places, read_header, state, take_up, text, view_arguments
-- What a call of a view goes on from, and what it answers. The cursor is of no meaning to the caller; it is asked again with it until it is ''.
local function view_position()
  return ARGV[VIEW.CURSOR] ~= '' and cmsgpack.unpack(ARGV[VIEW.CURSOR]) or {}
end

-- Makes or takes up a `pause`, see includes/take_up.
local function pause_of(position)
  return take_up(position.pause or restart({}), tonumber(ARGV[VIEW.BUDGET]))
end

-- With the numbers of the partition at this moment, see includes/header_reply, and the last event, be it of a record half applied; '' where there is
-- no state or half a state.
local function view_reply(position, entries)
  local reply, header = {}, read_header()
  local is_state = is_whole(header)
  if is_state then
    load_state(header)
  end
  reply[PAGE_REPLY.CURSOR], reply[PAGE_REPLY.ENTRIES] = position and cmsgpack.pack(position) or '', entries
  reply[PAGE_REPLY.HEADER], reply[PAGE_REPLY.LAST] = is_state and header_reply() or '', is_state and text(state.seq) or ''
  return reply
end
