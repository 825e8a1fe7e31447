-- @include owner_of, record_fields
-- Members of the indexes, made so that byte order is the order of a walk. Numbers have 16 digits.
local function number_text(number)
  return string.format('%016d', number)
end

-- index: mode digit, account NUL path NUL token NUL lockId NUL subAccount NUL session, for each target of a held lock.
local function index_members(account, lock_id, lock)
  local members = {}
  for n = TARGETS, #lock, 3 do
    members[#members + 1] = lock[n] .. account .. '\0' .. lock[n + 1] .. '\0' .. number_text(lock[TOKEN]) .. '\0' .. lock_id .. '\0'
      .. owner_of(lock)
  end
  return members
end

-- waitIndex: account NUL path NUL 'a' (at it) or 'b' (below it), mode digit NUL arrival NUL lockId NUL subAccount NUL session, for each target of a
-- waiting request, at its path and at every path above it.
local function wait_index_members(lock_id, request, targets)
  local members = {}
  local suffix = '\0' .. number_text(request[ARRIVAL]) .. '\0' .. lock_id .. '\0' .. owner_of(request)
  for t = 1, #targets do
    local totals, mode = targets[t].totals, targets[t].mode
    for n = 1, #totals do
      members[#members + 1] = totals[n] .. '\0' .. (n == #totals and 'a' or 'b') .. mode .. suffix
    end
  end
  return members
end

local function add_members(key, members)
  local scored = {}
  for n = 1, #members do
    scored[2 * n - 1], scored[2 * n] = '0', members[n]
  end
  redis.call('ZADD', key, unpack(scored))
end
