-- Reads what a request would meet now, without asking for it.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] cursor text: '' at first, then what the call before answered
-- ARGV[2] mostEntries integer, of no use here
-- ARGV[3] mostBytes integer, of no use here
-- ARGV[4] budget integer: end when so many units of work are done
-- ARGV[5] account text
-- ARGV[6] subAccount text: who would ask, '' if nobody in particular
-- ARGV[7] session text
-- ARGV[8] targets: of each, mode (1..5) and path key
--
-- Returns the next cursor, '' at the end; then JSON members blockedBy and moreBlockers with a leading comma, and the number of waiting requests
--   of the account.
-- Complexity O(b + d * log n): b = budget, d = number of the targets and of the levels above them, n = locks in the partition.
-- @include blockers_json, explain_places, lock_counts, record_fields, request, text, view_arguments, view_page

local account, owner = ARGV[VIEW.ACCOUNT], VIEW.REST
local record = {WAITING, 0, 0, 0, 0, 0, ARGV[owner], ARGV[owner + 1], '', '', '', '', '', '', {}}
for n = owner + 2, #ARGV, 2 do
  record[#record + 1], record[#record + 2], record[#record + 3] = tonumber(ARGV[n]), ARGV[n + 1], ''
end
local position = view_position()
position.pause = pause_of(position)
local blockers = blockers_json(request_of(account, '', record), position.pause)
local found = {}
if blockers then
  found[EXPLAIN_REPLY.BLOCKERS], found[EXPLAIN_REPLY.WAITING] = blockers, text(waiting_in(account))
end
return view_reply(not blockers and position, found)
