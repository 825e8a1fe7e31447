-- @late waiting: note_end, noted_account, keep_noted, forget_noted
-- @include call_with_many, change, each_unblocked, keys, state
-- Promotion: once a lock ended while others wait, the requests that it may have unblocked are looked at again, account by account. Its whole state
-- stands in this file.
--
--   a lock ends --note_end--> accounts 1 .. count --promote--> each request in queue order: granted, or it waits on
--                                   |
--                                   | the budget of the call ends before the last account is done
--                                   v
--              state.todo.promotion (in meta) and KEY.TOUCHED --> the next call goes on at account done + 1, behind cursor
--
-- state.todo.promotion exists from the first end until every account is done:
--   count   accounts noted; they are numbered in the order of their first ends, which is the order of promotion
--   done    accounts promoted
--   cursor  last place looked at in account done + 1; nil before the first place
--   kept    accounts in KEY.TOUCHED; nil in the first call of a record
-- KEY.TOUCHED keeps between calls what may be very many:
--   number (8 bytes) -> account
--   account          -> prefixes in waitIndex of the requests that may be unblocked, one after another; or EVERYBODY
-- noted has the part of it that this call read or changed.
local PREFIX_BYTES, EVERYBODY, MOST_BYTES, PER_READ = 14, '*', 32 * 14, 64
local noted = {accounts = {}, prefixes = {}, changed = {}}

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
  local account, todo = lock.account, state.todo
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

-- Writes to KEY.TOUCHED what this call noted, for the next call.
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
  noted = {accounts = {}, prefixes = {}, changed = {}}
  state.todo.promotion = nil
end
