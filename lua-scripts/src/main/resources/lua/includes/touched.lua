-- @late waiting: note_end, touched_account, keep_touched, forget_touched
-- @include call_with_many, change, each_unblocked, keys, state
-- The accounts on which something ended in a record while somebody waited, in the order of their first ends, which is that of promotion; and for
-- each where those stand in waitIndex whom that may unblock: prefixes one after another, or EVERYBODY. todo.touched is the number of the accounts.
-- There may be very many, so what a call leaves to the next stands in a key of its own; todo.kept of them are there.
--   touched: number (8 bytes) -> account, account -> prefixes
local PREFIX_BYTES, EVERYBODY, MOST_BYTES, PER_READ = 14, '*', 32 * 14, 64
local accounts, prefixes_of, changed = {}, {}, {}

local function known_prefixes(account)
  if not prefixes_of[account] and state.todo.kept then
    prefixes_of[account] = redis.call('HGET', KEY.TOUCHED, account)
  end
  return prefixes_of[account]
end

local function has_prefix(prefixes, prefix)
  for place = 1, #prefixes, PREFIX_BYTES do
    if string.sub(prefixes, place, place + PREFIX_BYTES - 1) == prefix then
      return true
    end
  end
  return false
end

-- Of a held lock or a waiting request.
function note_end(lock)
  local account, todo = lock.account, state.todo
  state.work = state.work + 10
  local prefixes = known_prefixes(account)
  if not prefixes then
    todo.touched = (todo.touched or 0) + 1
    accounts[todo.touched], prefixes = account, ''
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
  prefixes_of[account], changed[account] = prefixes, true
end

local function read_touched(first)
  local fields = {}
  for number = first, math.min(first + PER_READ - 1, state.todo.touched) do
    fields[#fields + 1] = struct.pack('>I8', number)
  end
  local found = read_fields(KEY.TOUCHED, fields)
  for n = 1, #found do
    accounts[first + n - 1] = accounts[first + n - 1] or found[n]
  end
end

-- The account of a number, and the prefixes in a list; nil if they are those of everybody, false if there are none.
function touched_account(number)
  if not accounts[number] then
    read_touched(number)
  end
  local account = accounts[number]
  local prefixes, list = known_prefixes(account), {}
  if prefixes == EVERYBODY then
    return account, nil
  end
  for place = 1, #prefixes, PREFIX_BYTES do
    list[#list + 1] = string.sub(prefixes, place, place + PREFIX_BYTES - 1)
  end
  return account, list[1] and list or false
end

-- Leaves them to the next call.
function keep_touched()
  local todo, values = state.todo, {}
  for number = (todo.kept or 0) + 1, todo.touched do
    values[#values + 1], values[#values + 2] = struct.pack('>I8', number), accounts[number]
  end
  for account in pairs(changed) do
    values[#values + 1], values[#values + 2] = account, prefixes_of[account]
  end
  call_with_many('HSET', KEY.TOUCHED, values)
  todo.kept = todo.touched
end

-- All of them are promoted.
function forget_touched()
  if state.todo.kept then
    change('UNLINK', KEY.TOUCHED)
  end
  accounts, prefixes_of, changed = {}, {}, {}
  state.todo.touched, state.todo.kept = nil, nil
end
