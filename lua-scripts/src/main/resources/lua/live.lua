-- Says whether a lock is held, or a request waits, by its id.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] id name: of the lock
--
-- Returns 1 or 0; nothing where there is no state or half a state.
-- Complexity O(l): l = size of the lock.
-- @include is_whole, parse_lock, read_header

local id = ARGV[1]
if not is_whole(read_header()) then
  return {}
end
return {find_lock(id) and 1 or 0}
