-- Reads which log the state of a partition belongs to, and its format; of half a state too.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- Returns the identity, nothing where there is none; and what is wrong with its format, nothing if this
-- version knows it or an earlier one made it.
-- Complexity O(1).
-- @include is_older, read_header

local header = read_header()
local identity, format = header[IDENTITY], header[FORMAT_PLACE] or '1'
return {identity or nil, identity and format ~= FORMAT and not is_older(header) and 'format ' .. format .. ', this arbiter knows ' .. FORMAT or nil}
