-- Reads the locks of one owner, or of all owners of a sub-account, in the order of the own zset, see includes/own_member; each once.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared
--
-- ARGV[1] cursor text: '' at first, then what the call before answered
-- ARGV[2] mostEntries integer: most locks in the answer
-- ARGV[3] mostBytes integer: end when the answer has so many bytes
-- ARGV[4] budget integer: end when so many units of work are done
-- ARGV[5] account name
-- ARGV[6] subAccount name
-- ARGV[7] owners text: what the names of the owners begin with
--
-- Returns the next cursor, '' at the end; the locks, see includes/held_entry; the numbers of the partition, the last event whose effects are in it.
-- Complexity O(b * log n): b = budget, n = targets in the partition.
-- @include byte_less, charge_reading, held_entry, held_id_of, keys, lock, page_places, parse_lock, read_members, state, text, view_arguments
-- @include view_reply

local PER_READ, OWNER_PLACE = 64, 2
local cursor, account, sub_account, owners = ARGV[VIEW.CURSOR], ARGV[VIEW.ACCOUNT], ARGV[VIEW.REST], ARGV[VIEW.REST + 1]
local most, most_bytes = tonumber(ARGV[VIEW.MOST_ENTRIES]), tonumber(ARGV[VIEW.MOST_BYTES])
local budget = tonumber(ARGV[VIEW.BUDGET])

-- Says whether a member is the first of its lock, in the order of own.
local function is_first(lock, member)
  local digit, path = string.sub(member, MEMBER_MODE_PLACE, MEMBER_MODE_PLACE), string.sub(member, MEMBER_PATH_PLACE, MEMBER_PATH_END)
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    if target.digit < digit or target.digit == digit and byte_less(target.path, path) then
      return false
    end
  end
  return true
end

local entries, bytes, after, is_due = {}, 0, nil, false
local from, to = cursor ~= '' and '(H' .. cursor or '[H' .. owners, '(' .. above('H' .. owners)
local members = read_members('ZRANGEBYLEX', KEY.OWN, from, to, 'LIMIT', '0', text(PER_READ))
for n = 1, #members do
  is_due = #entries == most or bytes >= most_bytes or n > 1 and state.work >= budget
  if is_due then
    break
  end
  after = string.sub(members[n], OWNER_PLACE)
  local id = held_id_of(account, members[n])
  local lock = id and read_lock(id)
  if lock and lock[LOCK.SUB_ACCOUNT] == sub_account then
    charge_reading(lock)
    if is_first(lock, members[n]) then
      entries[#entries + 1] = held_entry(lock)
      bytes = bytes + #lock[LOCK.BYTES]
    end
  end
end
local reply = view_reply(false, entries)
reply[PAGE_REPLY.CURSOR] = (is_due or #members == PER_READ) and after or ''
return reply
