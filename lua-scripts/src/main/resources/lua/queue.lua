-- Reads the waiting requests of an account in queue order, each with what blocks it now.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] account text
-- ARGV[2] limit integer: most requests in the answer
--
-- Returns for each request what includes/lock_reply says, with what blocks it: JSON members blockedBy and moreBlockers with a leading comma.
-- Complexity O(k * d * log n): k = requests in the answer, d = depth of their paths, n = locks in the partition.
-- @include blockers_json, keys, lock_places, lock_reply, record_fields, request

local account, limit = ARGV[1], ARGV[2]
local replies = {}
local members = redis.call('ZRANGEBYLEX', KEY.QUEUE, '[' .. account .. '\0', '(' .. account .. '\1', 'LIMIT', '0', limit)
for n = 1, #members do
  local lock_id = string.match(members[n], '^[^%z]*%z[^%z]*%z(.*)$')
  local record = read_record(account .. '\0' .. lock_id)
  local request = request_of(account, lock_id, record)
  request.arrival = record[ARRIVAL]
  replies[n] = lock_reply(record)
  replies[n][LOCK_REPLY.BLOCKERS] = blockers_json(request)
end
return replies
