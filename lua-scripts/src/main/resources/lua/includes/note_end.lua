-- @late waiting: note_end, note_closing, noted_account, keep_noted, forget_noted
-- @include call_with_many, change, each_unblocked, keys, lock, state
-- Promotion: after an end, the requests that it may have unblocked are looked at again, account by account. This file has all of its state.
--
--   a lock or a request ends
--        | note_end: the next free number for its account, and the places in waitIndex where requests may be unblocked
--        v
--   accounts 1 .. count
--        | promote: from account done + 1 on, in queue order; a request that nothing blocks any more is granted, any other waits on
--        v
--   done = count: forget_noted, the state is gone
--
--   The budget of the call ends before that: keep_noted writes the state; the next call goes on at account done + 1, behind cursor.
--
-- state.todo.promotion is kept in meta. It is there from the first end until every account is done:
--   count   accounts noted, numbered in the order of their first ends
--   done    accounts that are promoted
--   cursor  last place looked at in account done + 1; nil before the first place
--   closing whether a lock was granted that closes account done + 1
--   kept    accounts that KEY.TOUCHED has; nil until a call ends before the promotion does
-- KEY.TOUCHED has what may be too much for meta:
--   number (8 bytes) -> account
--   account          -> prefixes in waitIndex, one after another, or EVERYBODY if there would be too many of them
-- noted is the part of KEY.TOUCHED that this call read or changed.
-- Example: leases on accounts A and B expire: count is 2, done 0. If the budget ends amid the queue of B, done is 1, kept is 2, and cursor is a place
-- in that queue.
local PREFIX_BYTES, EVERYBODY, MOST_BYTES, PER_READ = 14, '*', 32 * 14, 64

local function nothing_noted()
  return {accounts = {}, prefixes = {}, changed = {}}
end

local noted = nothing_noted()

local function known_prefixes(account)
  if not noted.prefixes[account] and state.todo.promotion.kept then
    noted.prefixes[account] = redis.call('HGET', KEY.TOUCHED, account)
  end
  return noted.prefixes[account]
end

local function has_prefix(prefixes, prefix)
  for place = 1, #prefixes, PREFIX_BYTES do
    if string.sub(prefixes, place, place + PREFIX_BYTES - 1) == prefix then
      return true
    end
  end
  return false
end

-- Notes the end of a held lock or of a waiting request.
function note_end(lock)
  local account, todo = lock[LOCK.ACCOUNT], state.todo
  todo.promotion = todo.promotion or {count = 0, done = 0}
  state.work = state.work + 10
  local prefixes = known_prefixes(account)
  if not prefixes then
    todo.promotion.count = todo.promotion.count + 1
    noted.accounts[todo.promotion.count], prefixes = account, ''
  end
  if prefixes ~= EVERYBODY then
    each_unblocked(lock, function(prefix)
      if not prefix or #prefixes >= MOST_BYTES then
        prefixes = EVERYBODY
      elseif not has_prefix(prefixes, prefix) then
        prefixes = prefixes .. prefix
      end
      return prefixes ~= EVERYBODY
    end)
  end
  noted.prefixes[account], noted.changed[account] = prefixes, true
end

-- Notes that a lock was granted which closes its account: all who wait there are looked at. The account is noted already.
function note_closing(lock)
  state.todo.promotion.closing, state.todo.promotion.cursor = true, nil
  noted.prefixes[lock[LOCK.ACCOUNT]], noted.changed[lock[LOCK.ACCOUNT]] = EVERYBODY, true
end

local function read_accounts(first)
  local fields = {}
  for number = first, math.min(first + PER_READ - 1, state.todo.promotion.count) do
    fields[#fields + 1] = struct.pack('>I8', number)
  end
  local found = read_fields(KEY.TOUCHED, fields)
  for n = 1, #found do
    noted.accounts[first + n - 1] = noted.accounts[first + n - 1] or found[n]
  end
end

-- The account of a number, and its prefixes in a list: nil for EVERYBODY, false for none.
function noted_account(number)
  if not noted.accounts[number] then
    read_accounts(number)
  end
  local account = noted.accounts[number]
  local prefixes, list = known_prefixes(account), {}
  if prefixes == EVERYBODY then
    return account, nil
  end
  for place = 1, #prefixes, PREFIX_BYTES do
    list[#list + 1] = string.sub(prefixes, place, place + PREFIX_BYTES - 1)
  end
  return account, list[1] and list or false
end

-- Writes what this call noted, so that the next call goes on with it.
function keep_noted()
  local promotion, values = state.todo.promotion, {}
  for number = (promotion.kept or 0) + 1, promotion.count do
    values[#values + 1], values[#values + 2] = struct.pack('>I8', number), noted.accounts[number]
  end
  for account in pairs(noted.changed) do
    values[#values + 1], values[#values + 2] = account, noted.prefixes[account]
  end
  call_with_many('HSET', KEY.TOUCHED, values)
  promotion.kept = promotion.count
end

-- Ends the promotion: every account is done.
function forget_noted()
  if state.todo.promotion.kept then
    change('UNLINK', KEY.TOUCHED)
  end
  noted, state.todo.promotion = nothing_noted(), nil
end
