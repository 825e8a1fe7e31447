-- Reads the waiting requests of an account in queue order, each with what blocks it now.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] cursor text: '' at first, then what the call before answered
-- ARGV[2] mostEntries integer: most requests in the answer
-- ARGV[3] mostBytes integer: end when the answer has so many bytes
-- ARGV[4] budget integer: end when so many units of work are done, be it amid the blockers of a request
-- ARGV[5] account text
--
-- Returns the next cursor, '' at the end; for each request what includes/lock_reply says, with what blocks it: JSON members blockedBy and
--   moreBlockers with a leading comma.
-- Complexity O(b + d * log n): b = budget, d = number of the targets of a request and of the levels above them, n = locks in the partition.
-- @include blockers_json, keys, lock_places, lock_reply, record_fields, request, state, text, view_arguments, view_page

local MOST_PER_READ = 64
local account, most_bytes, budget = ARGV[VIEW.ACCOUNT], tonumber(ARGV[VIEW.MOST_BYTES]), tonumber(ARGV[VIEW.BUDGET])
local most = math.min(MOST_PER_READ, tonumber(ARGV[VIEW.MOST_ENTRIES]))
local position, entries, bytes, is_due = view_position(), {}, 0, false
local from = position.after and '(' .. position.after or '[' .. account .. '\0'
local members = redis.call('ZRANGEBYLEX', KEY.QUEUE, from, '(' .. account .. '\1', 'LIMIT', '0', text(most))
for n = 1, #members do
  is_due = n > 1 and (state.work >= budget or bytes >= most_bytes)
  if is_due then
    break
  end
  if position.member ~= members[n] then
    position.member, position.pause = members[n], nil
  end
  position.pause = pause_of(position)
  state.work = state.work + 10
  local lock_id = string.match(members[n], '^[^%z]*%z[^%z]*%z(.*)$')
  local record = read_record(account .. '\0' .. lock_id)
  local request = request_of(account, lock_id, record)
  request.arrival = record[ARRIVAL]
  local blockers = blockers_json(request, position.pause)
  is_due = not blockers
  if is_due then
    break
  end
  local entry = lock_reply(record)
  entry[LOCK_REPLY.BLOCKERS] = blockers
  entries[#entries + 1] = entry
  bytes = bytes + #record[HEAD_JSON] + #record[TAIL_JSON] + #blockers
  position = {after = members[n]}
end
return view_reply((is_due or #members == most) and position, entries)
