-- Reads the numbers of a partition.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- Returns the numbers as in includes/header_reply, and when something is due next or -1, as text; nothing where there is no state or half a
-- state.
-- Complexity O(1).
-- @include due_or_none, header_reply, is_whole, load_state, read_header, text

local header = read_header()
if not is_whole(header) then
  return {}
end
load_state(header)
return {header_reply(), text(due_or_none())}
