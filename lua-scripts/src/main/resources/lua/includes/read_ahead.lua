-- @include counters, holding, kinds, lock, read_records, records, usage
-- An entry of a record, see decide.lua, and what the records will ask for, read at once instead of piece by piece.
local ENTRY_BYTES = 53
local entry_at, read_ahead
do
  local ENTRY_FORMAT, ID_PLACE = '>BI8I8i4I4c12c12I4', 26

  function entry_at(entries, n)
    return struct.unpack(ENTRY_FORMAT, entries, (n - 1) * ENTRY_BYTES + 1)
  end

  -- The locks that the records are about, as far as there are any, and the requests by number of the record.
  local function locks_of(entries, first, last, first_content)
    local ids, found, requests, number = {}, {}, {}, 0
    for n = first, last do
      local place = (n - 1) * ENTRY_BYTES + ID_PLACE
      ids[n - first + 1] = string.sub(entries, place, place + NAME_BYTES - 1)
    end
    -- What is about no id has 0.
    records[PARTITION_NAME] = false
    read_records(ids)
    for n = first, last do
      local id = ids[n - first + 1]
      local lock
      if string.byte(entries, (n - 1) * ENTRY_BYTES + 1) == KIND.ACQUIRE then
        lock = parse_lock(id, ARGV[first_content + n - 1], 1)
        requests[n] = lock
      else
        lock = is_alive(id) and read_lock(id)
      end
      if lock then
        number = number + 1
        found[number] = lock
      end
    end
    return found, requests
  end

  -- Answers with the requests by number of the record.
  function read_ahead(entries, first, last, first_content)
    local locks_ahead, requests = locks_of(entries, first, last, first_content)
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
    return requests
  end
end
