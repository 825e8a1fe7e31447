-- @late acquiring: acquire
-- @include bounds, count_in_window, decide_blocked, emit, exceeded_bytes, find_gone, grant, is_blocked, lock
-- @include names_what_it_does_not_hold, other_partition, parse_lock, reasons, recall, refuse_acquire, refused_for_now, repeat_answer, replace
-- @include session_of, setting_places, state, usage
-- Decides an acquire; its steps are those of RULES.md, Order of a decision: partition, repeat, rates, session, holding, limits, paths gone, conflict,
-- grant. An acquire that replaces a lock goes through includes/replace between holding and limits.
-- The setting whose limit of kept locks the request would exceed; nil if none.
local function exceeded_kept(request, of_account, of_sub_account)
  local settings = state.settings
  return request[LOCK.LEASE_MS] > MAX_LEASE_MS
    and (of_sub_account[KEPT_NUMBER] >= settings[SETTING.KEPT_PER_SUB_ACCOUNT] and SETTING.KEPT_PER_SUB_ACCOUNT
    or of_account[KEPT_NUMBER] >= settings[SETTING.KEPT_PER_ACCOUNT] and SETTING.KEPT_PER_ACCOUNT) or nil
end

-- The setting whose limit in number or bytes the request would exceed; nil if none.
local function exceeded_limit(request, of_account, of_sub_account)
  return exceeded_number(of_account, of_sub_account)
    or exceeded_kept(request, of_account, of_sub_account)
    or exceeded_bytes(of_account, of_sub_account, request[LOCK.HELD_BYTES])
end

-- The time until the account has room for one more ending; nil if it has.
local function ms_to_ending(of_account)
  return state.settings[SETTING.REPEAT_WINDOW_MS] > 0 and ms_to_room(of_account, ENDINGS, state.settings[SETTING.ENDINGS_PER_ACCOUNT]) or nil
end

-- Refuses an acquire that is not allowed; nil if it is.
local function refused(id, request, account_hash)
  local right_partition = other_partition(account_hash)
  if right_partition then
    refuse_acquire(request, REJECTED.WRONG_PARTITION, 'X' .. struct.pack('>I4', right_partition), true)
    return true
  end
  local known = recall(id)
  if known then
    repeat_answer(request, known)
    return true
  end
  local of_account, of_sub_account = usage_of(request[LOCK.ACCOUNT]), usage_of(request[LOCK.SUB_ACCOUNT])
  local details = refused_for_now(of_account, of_sub_account, request[LOCK.HELD_BYTES], ms_to_ending(of_account))
  if details then
    refuse_acquire(request, REJECTED.RATE_LIMITED, details, true)
    return true
  end
  count_acquire(of_account, of_sub_account)
  complete(request)
  if request[LOCK.LEASE_MS] == 0 and not session_of(request) then
    refuse_acquire(request, REJECTED.NO_SESSION, '')
    return true
  end
  if request[LOCK.HOLDING_COUNT] > 0 and names_what_it_does_not_hold(request) then
    refuse_acquire(request, REJECTED.NOT_HELD, 'F')
    return true
  end
  return nil
end

-- Refuses a request that is too much or in whose way something is, or lets it wait: then true, or false if the budget ended before. Nil if it may
-- be granted.
local function decided(request)
  local pause = state.todo.pause
  local limit = not pause and exceeded_limit(request, usage_of(request[LOCK.ACCOUNT]), usage_of(request[LOCK.SUB_ACCOUNT]))
  if limit then
    refuse_acquire(request, REJECTED.LIMIT_EXCEEDED, limit_part(limit))
    return true
  end
  local gone = not pause and state.settings[SETTING.REMEMBERS_MOVES] == 1 and find_gone(request)
  if gone then
    refuse_acquire(request, REJECTED.PATH_GONE, gone)
    return true
  end
  local blocked = pause and pause.is_blocked or is_blocked(request)
  if blocked == nil then
    return false
  elseif blocked then
    return decide_blocked(request)
  end
  return nil
end

-- False if the budget ended during the search for conflicts, or while holders were asked; the next call goes on with the same record from todo.pause.
-- replaces is 1 if LOCK names a lock that the request replaces.
function acquire(id, request, account_hash, _, replaces)
  state.work = state.work + 8
  if not state.todo.pause and refused(id, request, account_hash) then
    return true
  end
  complete(request)
  if replaces == 1 then
    return replace(request, decided)
  end
  local is_done = decided(request)
  if is_done == nil then
    grant(request, 0, IS_ANSWER)
    return true
  end
  return is_done
end
