-- Removes half a state, or one of an earlier format, so that a state can be built anew in its place. A whole state stays, whoever asks and however
-- late: so a copy of this call does no harm to what was built meanwhile. What a later format has laid out stays too, for this one cannot tell
-- whether it is whole.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- Returns the numbers of a whole state as in includes/header_reply; nothing where there is no state any more, or one of a later format.
-- Complexity O(1): Redis frees the memory beside its other work.
-- @include header_reply, load_state, older, read_header, sizes, whole

local header = read_header()
local older = is_older(header)
if not older and header[IDENTITY] and header[FORMAT_PLACE] ~= FORMAT then
  return {}
end
if not older then
  count_sizes()
end
if older or not is_whole(header) then
  redis.call('UNLINK', unpack(KEYS))
  return {}
end
load_state(header)
return {header_reply()}
