-- Reads the waiting requests of an account in queue order, each with what blocks it now.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] cursor text: '' at first, then what the call before answered
-- ARGV[2] mostEntries integer: most requests in the answer
-- ARGV[3] mostBytes integer: end when the answer has so many bytes
-- ARGV[4] budget integer: end when so many units of work are done, be it amid the blockers of a request
-- ARGV[5] account name
--
-- Returns the next cursor, '' at the end; for each request the record as it stands in ids and what blocks it, see includes/blocked_by; the numbers of
--   the partition, the last event whose effects are in it.
-- Complexity O(b + d * log n): b = budget, d = number of the targets of a request and of the levels above them, n = locks in the partition.
-- @include blocked_by, keys, lock, parse_lock, read_members, state, text, view_arguments, view_position, view_reply

local MOST_PER_READ, ID_PLACE = 64, 21
local account, most_bytes, budget = ARGV[VIEW.ACCOUNT], tonumber(ARGV[VIEW.MOST_BYTES]), tonumber(ARGV[VIEW.BUDGET])
local most = math.min(MOST_PER_READ, tonumber(ARGV[VIEW.MOST_ENTRIES]))
local position, entries, bytes, is_due = view_position(), {}, 0, false
local from = position.after and '(' .. position.after or '[' .. account
local members = read_members('ZRANGEBYLEX', KEY.QUEUE, from, '(' .. account .. '\255', 'LIMIT', '0', text(most))
for n = 1, #members do
  is_due = n > 1 and (state.work >= budget or bytes >= most_bytes)
  if is_due then
    break
  end
  if position.member ~= members[n] then
    position.member, position.pause = members[n], nil
  end
  position.pause = pause_of(position)
  local request = read_lock(string.sub(members[n], ID_PLACE))
  state.work = state.work + 4 + request[LOCK.COST]
  request[LOCK.ARRIVAL] = request[LOCK.NUMBER]
  local blockers = blocked_by(request, position.pause)
  is_due = not blockers
  if is_due then
    break
  end
  entries[#entries + 1] = {request[LOCK.BYTES], blockers}
  bytes = bytes + #request[LOCK.BYTES] + #blockers
  position = {after = members[n]}
end
return view_reply((is_due or #members == most) and position, entries)
