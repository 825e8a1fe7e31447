-- Reads which log the state of a partition belongs to; of half a state too.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- Returns the identity, nothing where there is none.
-- Complexity O(1).
-- @include keys

return {redis.call('HGET', KEY.META, 'identity') or nil}
