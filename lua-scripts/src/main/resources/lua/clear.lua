-- Removes half a state, or one of an earlier format, so that a state can be built in its place. A whole state stays, so a late copy of this call does
-- not harm the new one. A state of a later format stays too, as this version cannot tell whether it is whole.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- Returns the numbers of a whole state as in includes/header_reply; nothing where there is no state any more, or one of a later format.
-- Complexity O(1): Redis frees the memory beside its other work.
-- @include header_reply, is_older, is_whole, load_state, read_header

local header = read_header()
if header[IDENTITY] and header[FORMAT_PLACE] ~= FORMAT and not is_older(header) then
  return {}
end
if not is_whole(header) then
  redis.call('UNLINK', unpack(KEYS))
  return {}
end
load_state(header)
return {header_reply()}
