-- Reads what a request would meet now, without asking for it.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] cursor text: '' at first, then what the call before answered
-- ARGV[2] mostEntries integer, of no use here
-- ARGV[3] mostBytes integer, of no use here
-- ARGV[4] budget integer: end when so many units of work are done
-- ARGV[5] account name
-- ARGV[6] LOCK of the request, see includes/parse_lock
--
-- Returns the next cursor, '' at the end; then what would block it, see includes/blocked_by, and the number of waiting requests of the account;
--   the numbers of the partition.
-- Complexity O(b + d * log n): b = budget, d = number of the targets and of the levels above them, n = locks in the partition.
-- @include blocked_by, parse_lock, text, usage, view_arguments, view_position, view_reply

local position = view_position()
position.pause = pause_of(position)
local blockers = blocked_by(parse_lock('', ARGV[VIEW.REST], 1), position.pause)
return view_reply(not blockers and position, blockers and {blockers, text(usage_of(ARGV[VIEW.ACCOUNT])[WAITING_NUMBER])} or {})
