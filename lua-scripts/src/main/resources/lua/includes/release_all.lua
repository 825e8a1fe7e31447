-- @late releasing_all: release_all
-- @include bounds, charge_reading, emit, event_types, finish_held, fits, held_id_of, keys, lock, parse_lock, read_members
-- @include read_records, reasons, refer, state, text, usage
-- Ends all that an owner, or all owners of a sub-account, have: first each request that waits, so that no end grants it, then each held lock, both in
-- the order of own, see includes/own_member. Then it answers with their numbers. It ends MOST_RELEASED at most, and says if more are left.
-- False if the budget ended first; state.todo.many has where it goes on:
--   letter     'W' among waiting requests, 'H' among held locks
--   after      the last member looked at, without its letter; nil before the first
--   cancelled, released   how many ended
local USERS_BYTES, OWNERS_BYTES, PER_READ, ARRIVAL_PLACE, MEMBER_BYTES_PER_UNIT = 24, 4, 64, -8, 256

-- The id of the waiting request of a member; nil if its owner is one of another account whose name begins alike.
local function waiting_id_of(account, member)
  local place = account .. string.sub(member, ARRIVAL_PLACE)
  local found = read_members('ZRANGEBYLEX', KEY.QUEUE, '[' .. place, '+', 'LIMIT', '0', '1')[1]
  state.work = state.work + 6
  return found and string.sub(found, 1, #place) == place and string.sub(found, #place + 1) or nil
end

-- The ids of members, looked up before anything ends, as each end changes what is looked at. A lock of several targets has several members.
local function ids_of(members, account, letter)
  local ids, known = {}, {}
  for n = 1, #members do
    local number = string.sub(members[n], ARRIVAL_PLACE)
    known[number] = known[number] or letter == 'W' and waiting_id_of(account, members[n]) or letter == 'H' and held_id_of(account, members[n]) or ''
    ids[n] = known[number]
    state.work = state.work + #members[n] / MEMBER_BYTES_PER_UNIT
  end
  read_records(ids)
  return ids
end

local function finish(lock, many)
  state.work = state.work + 20
  if many.letter == 'W' then
    finish_waiting(lock, EVENT_TYPES.released, RELEASED.CANCELLED, '', '')
    many.cancelled = many.cancelled + 1
  else
    finish_held(lock, RELEASED.RELEASED, '', '')
    many.released = many.released + 1
  end
end

-- Ends what stands under a letter; false if the budget ended first, 'more' if as many have ended as may.
-- Stops where the sub-account has nothing left: what follows is of others whose names begin alike.
local function end_each(many, account, sub_account, owners)
  local is_first, limit, looked_at = state.work == 0, state.budget, {}
  while usage_of(sub_account)[many.letter == 'W' and WAITING_NUMBER or HELD_NUMBER] > 0 do
    local from = many.after and '(' .. many.letter .. many.after or '[' .. many.letter .. owners
    local members = read_members('ZRANGEBYLEX', KEY.OWN, from, '(' .. above(many.letter .. owners), 'LIMIT', '0', text(PER_READ))
    local ids = ids_of(members, account, many.letter)
    for n = 1, #members do
      local lock = ids[n] ~= '' and find_lock(ids[n])
      if not is_first and (state.work >= limit or lock and not fits(lock, limit)) then
        return false
      elseif lock and lock[LOCK.SUB_ACCOUNT] == sub_account then
        if many.cancelled + many.released == MOST_RELEASED then
          return 'more'
        end
        finish(lock, many)
      elseif lock and not looked_at[ids[n]] then
        looked_at[ids[n]] = true
        charge_reading(lock)
      end
      is_first, many.after = false, string.sub(members[n], 2)
    end
    if #members < PER_READ then
      break
    end
  end
  return true
end

function release_all(id, content, account_hash, owner, of_session)
  local todo, command = state.todo, string.sub(content, USERS_BYTES + 1)
  if not todo.many and refer(id, account_hash, command) == false then
    return
  end
  local account, sub_account = struct.unpack('c12c12', content)
  local owners = of_session == 1 and owner or string.sub(owner, 1, OWNERS_BYTES)
  local many = todo.many or {letter = 'W', cancelled = 0, released = 0}
  todo.many = many
  local is_done = end_each(many, account, sub_account, owners)
  if is_done == true and many.letter == 'W' then
    many.letter, many.after = 'H', nil
    is_done = end_each(many, account, sub_account, owners)
  end
  if not is_done then
    return false
  end
  local details = 'N' .. struct.pack('>HHB', many.released, many.cancelled, is_done == 'more' and 1 or 0)
  emit(EVENT_TYPES.releasedAll, 0, 0, '', details, command)
  todo.many = nil
end
