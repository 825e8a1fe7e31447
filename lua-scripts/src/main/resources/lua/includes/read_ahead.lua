-- @late records: read_ahead
-- @include counters, entry_at, kinds, lock, parse_lock, read_records, records, setting_places, state, usage
-- Reads the fields that all records of a call need at once, instead of one by one.
-- Number of records read at a time: each may be large.
local PER_READ = 16
-- Reading a lock up to this cost is not counted as work: it is little beside deciding on it.
local ORDINARY_COST = 100

local function read_ids(entries, first, last)
  local ids = {}
  for n = first, last do
    local place = (n - 1) * ENTRY_BYTES + ENTRY_ID_PLACE
    ids[n - first + 1] = string.sub(entries, place, place + NAME_BYTES - 1)
  end
  read_records(ids)
  return ids
end

-- Accounts and sub-accounts of the acquires in turn, and the partition. Their usage decides how much of the acquires is read.
local function read_users(entries, first, last, first_content)
  local users, number = {}, 0
  for n = first, last do
    if kind_at(entries, n) == KIND.ACQUIRE then
      users[number + 1], users[number + 2] = struct.unpack('>c12c12', ARGV[first_content + n - 1], USERS_PLACE)
      number = number + 2
    end
  end
  if number > 0 then
    users[number + 1] = PARTITION_NAME
    read_usage(users)
  end
  return users
end

local function is_reached(used, most)
  return most > 0 and used[ACQUIRES + IN_ALL] >= most
end

-- Says whether an acquire will probably be refused for its rate; its targets are then not read. Log time may still pass before its turn.
local function asks_too_often(account, sub_account)
  local settings = state.settings
  return is_reached(usage[sub_account], settings[SETTING.ACQUIRES_PER_WINDOW])
    or is_reached(usage[account], settings[SETTING.ACCOUNT_ACQUIRES_PER_WINDOW])
end

-- An acquire that asks holders to yield has, behind LOCK, COMMAND for their events and the length of that (2); see decide.lua for its number.
local function parse_asking(entries, n, content)
  local length = struct.unpack('>H', content, #content - 1)
  return string.sub(content, 1, -3 - length), {grace_ms = number_at(entries, n) - ASKING, command = string.sub(content, -2 - length, -3)}
end

-- The locks that the records name, as far as they exist; the requests by number of the record; the last record that fits in this call; the work that
-- reading large ones took. Later records are not read, as the next call would read them again.
local function locks_of(entries, first, last, first_content, budget)
  local found, requests, number, cost, work, from = {}, {}, 0, 0, 0, first
  -- A record without an id has 0.
  records[PARTITION_NAME] = false
  while from <= last do
    local to = math.min(last, from + PER_READ - 1)
    local ids = read_ids(entries, from, to)
    local users, asked = read_users(entries, from, to, first_content), 0
    for n = from, to do
      local id, lock = ids[n - from + 1], nil
      local known = find_lock(id)
      if kind_at(entries, n) == KIND.ACQUIRE then
        local content, account, sub_account = ARGV[first_content + n - 1], users[asked + 1], users[asked + 2]
        local asking
        if asks_holders_at(entries, n) then
          content, asking = parse_asking(entries, n, content)
        end
        if asks_too_often(account, sub_account) then
          requests[n] = parse_head(id, content, account, sub_account)
        else
          lock = parse_lock(id, content, 1)
          requests[n] = lock
        end
        if asking then
          requests[n][LOCK.ASKING] = asking
        end
        asked = asked + 2
      else
        lock = known
      end
      local lock_cost, known_cost = lock and lock[LOCK.COST] or 0, known and known ~= lock and known[LOCK.COST] or 0
      cost = cost + lock_cost + known_cost
      work = work + (lock_cost > ORDINARY_COST and lock_cost - ORDINARY_COST or 0) + known_cost
      if (cost > budget or work > budget / 2) and n > first then
        return found, requests, n - 1, work
      end
      if lock then
        number = number + 1
        found[number] = lock
      end
    end
    from = to + 1
  end
  return found, requests, last, work
end

-- Answers with the requests by number of the record, with the last record that is read, and with the work that it took.
function read_ahead(entries, first, last, first_content, budget)
  local locks_ahead, requests, last_read, work = locks_of(entries, first, last, first_content, budget)
  local missing, users = {}, {}
  for n = 1, #locks_ahead do
    local lock, targets = locks_ahead[n], locks_ahead[n][LOCK.TARGETS]
    for t = 1, #targets do
      note_missing(targets[t].names, missing)
    end
    lock[LOCK.IS_READ] = true
    users[2 * n - 1], users[2 * n] = lock[LOCK.ACCOUNT], lock[LOCK.SUB_ACCOUNT]
  end
  read_missing(missing)
  if #users > 0 then
    users[#users + 1] = PARTITION_NAME
    read_usage(users)
  end
  return requests, last_read, work
end
