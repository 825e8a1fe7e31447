-- Reads the locks of an account with a target at or below a path, by the path of that target, then token; each once.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] account text
-- ARGV[2] path key: the path with byte 1 before each segment
-- ARGV[3] limit integer: most locks in the answer
--
-- Returns for each lock what includes/lock_reply says.
-- Complexity O(log n + k): n = targets in the partition, k = targets walked, at most limit locks' and those of the same locks again.
-- @include index_walk, keys, lock_reply, modes, record_fields

local account, path, limit = ARGV[1], ARGV[2], tonumber(ARGV[3])
local replies, seen = {}, {}
local NOBODY = '\1'

local function visit(member)
  local lock_id = string.match(member, '^[^%z]*%z[^%z]*%z[^%z]*%z([^%z]*)%z')
  if not seen[lock_id] and #replies < limit then
    seen[lock_id] = true
    replies[#replies + 1] = lock_reply(read_record(account .. '\0' .. lock_id))
  end
  return #replies < limit
end

local function walk(separator)
  local prefixes = {}
  for mode = 1, MODES do
    prefixes[mode] = mode .. account .. '\0' .. path .. separator
  end
  walk_index(KEY.INDEX, prefixes, NOBODY, visit)
end

walk('\0')
if #replies < limit then
  walk('\1')
end
return replies
