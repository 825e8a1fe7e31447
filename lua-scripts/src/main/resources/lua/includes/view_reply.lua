-- @include header_reply, is_whole, load_state, page_places, read_header, state, text
-- Makes the answer of a view: next to the entries the numbers of the partition at this moment, see includes/header_reply, and its last event, even
-- of a half-applied record. Both are '' where there is no state or half a state.
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
