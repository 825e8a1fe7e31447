-- @late records: read_ahead
-- @include counters, entry, kinds, lock, read_records, records, usage
-- What the records will ask for, read at once instead of piece by piece.
-- So many are read first: they tell how large the others may be.
local FIRST_READ = 16

local function read_ids(entries, first, last)
  local ids = {}
  for n = first, last do
    local place = (n - 1) * ENTRY_BYTES + ENTRY_ID_PLACE
    ids[n - first + 1] = string.sub(entries, place, place + NAME_BYTES - 1)
  end
  read_records(ids)
  return ids
end

-- The locks that the records are about, as far as there are any, the requests by number of the record, and the last record for which there is
-- room in this call: what follows is not read, for the next call would read it again.
local function locks_of(entries, first, last, first_content, budget)
  local found, requests, number, cost, from = {}, {}, 0, 0, first
  -- What is about no id has 0.
  records[PARTITION_NAME] = false
  while from <= last do
    local to = from == first and math.min(last, first + FIRST_READ - 1) or last
    local ids = read_ids(entries, from, to)
    for n = from, to do
      local id = ids[n - from + 1]
      local lock
      if kind_at(entries, n) == KIND.ACQUIRE then
        lock = parse_lock(id, ARGV[first_content + n - 1], 1)
        requests[n] = lock
      else
        lock = find_lock(id)
      end
      if lock then
        cost = cost + lock.cost
        if cost > budget and n > first then
          return found, requests, n - 1
        end
        number = number + 1
        found[number] = lock
      end
    end
    from = to + 1
  end
  return found, requests, last
end

-- Answers with the requests by number of the record, and with the last record that is read.
function read_ahead(entries, first, last, first_content, budget)
  local locks_ahead, requests, last_read = locks_of(entries, first, last, first_content, budget)
  local missing, users = {}, {}
  for n = 1, #locks_ahead do
    local lock, targets = locks_ahead[n], locks_ahead[n].targets
    for t = 1, #targets do
      note_missing(counters, targets[t].names, missing)
    end
    lock.read_in = counters
    users[2 * n - 1], users[2 * n] = lock.account, lock.sub_account
  end
  read_missing(counters, missing)
  if #users > 0 then
    users[#users + 1] = PARTITION_NAME
    read_usage(users)
  end
  return requests, last_read
end
