-- Reads what a request would meet now, without asking for it.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] account text
-- ARGV[2] subAccount text: who would ask, '' if nobody in particular
-- ARGV[3] session text
-- ARGV[4] targets: of each, mode (1..5) and path key
--
-- Returns JSON members blockedBy and moreBlockers with a leading comma, and the number of waiting requests of the account.
-- Complexity O(d * log n): d = depth of the paths, n = locks in the partition.
-- @include blockers_json, explain_places, lock_counts, record_fields, request, text

local account = ARGV[1]
local record = {WAITING, 0, 0, 0, 0, 0, ARGV[2], ARGV[3], '', '', '', '', '', '', {}}
for n = 4, #ARGV, 2 do
  record[#record + 1], record[#record + 2], record[#record + 3] = tonumber(ARGV[n]), ARGV[n + 1], ''
end
local blockers = blockers_json(request_of(account, '', record))
local reply = {}
reply[EXPLAIN_REPLY.BLOCKERS], reply[EXPLAIN_REPLY.WAITING] = blockers, text(waiting_in(account))
return reply
