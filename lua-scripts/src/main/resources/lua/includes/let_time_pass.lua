-- @late due: let_time_pass
-- @include add_held, charge_reading, emit, event_types, finish_held, fits, is_without_members, keep_session, keys, lock, parse_asked, parse_lock
-- @include read_members, reasons, refresh_next_due, session_of, sessions, state, text
-- Ends what is due at log time: wait limits by deadline, then arrival; leases by the time at which they are due, then token, by force those with an
-- end that a request to yield set; sessions among these, behind the leases of their time, by name. A lock that is due and not over is told again.
-- False if the budget ended first: then the same record goes on in the next call.
local DUE_PER_READ, NUMBER_BYTES, BOUND_PLACE, BOUND_ID_PLACE, TIME_KEY_END = 64, 8, 9, 18, -10

local function end_due(key, until_at, limit, finish)
  while true do
    local members = read_members('ZRANGEBYSCORE', key, '-inf', text(until_at), 'LIMIT', '0', text(DUE_PER_READ))
    if #members == 0 then
      return true
    end
    for n = 1, #members do
      local lock = read_lock(string.sub(members[n], NUMBER_BYTES + 1))
      if not fits(lock, limit) then
        return false
      end
      state.work = state.work + 20
      finish(lock)
    end
  end
end

local function time_out(request)
  finish_waiting(request, EVENT_TYPES.rejected, REJECTED.WAIT_TIMEOUT, '', '')
end

local function tell(lock, is_bound)
  charge_reading(lock)
  set_lease(lock, number_bytes(lock[LOCK.NUMBER]), lock[LOCK.SINCE], lock[LOCK.UNTIL_AT])
  local record, cut = lock[LOCK.BYTES], ''
  if is_bound then
    record, cut = told_record(lock, record, lock[LOCK.UNTIL_AT]), cut_of_bound(lock)
  end
  emit(EVENT_TYPES.told, 0, IS_RECORD, record, cut, '')
end

-- A bound lock whose session is over ends in its own turn, if that comes first.
local function expire_or_tell(lock)
  local until_at, is_bound = lock[LOCK.UNTIL_AT], lock[LOCK.LEASE_MS] == 0
  local end_at = is_bound and end_of_bound(lock) or until_at
  if end_at > state.at then
    tell(lock, is_bound)
    return
  end
  if end_at < until_at then
    finish_held(lock, RELEASED.SESSION_ENDED, '', '')
    return
  end
  local _, ends_at, by = parse_asked(asked_of(lock))
  if until_at >= ends_at then
    finish_held(lock, RELEASED.FORCED, '', 'Y' .. by)
    return
  end
  finish_held(lock, RELEASED.EXPIRED, '', '')
end

-- The session that is over and ended first; nil if none is.
local function first_over()
  if is_without_members(KEY.SESSION_TIMES) then
    return nil
  end
  local member = read_members('ZRANGEBYSCORE', KEY.SESSION_TIMES, '-inf', text(state.at), 'LIMIT', '0', '1')[1]
  return member and session_by(string.sub(member, 1, TIME_KEY_END))
end

-- Ends what is bound to a session, requests first, so that no end grants one of them, and then the session.
local function end_session(session, limit)
  local prefix = struct.pack('>I8', session[SESSION.NUMBER])
  if state.work > 0 and state.work >= limit then
    return false
  end
  while true do
    local members = read_members('ZRANGEBYLEX', KEY.BOUND, '[' .. prefix, '(' .. prefix .. '\255', 'LIMIT', '0', text(DUE_PER_READ))
    if #members == 0 then
      drop_session(session)
      state.work = state.work + 30
      return true
    end
    for n = 1, #members do
      local lock = read_lock(string.sub(members[n], BOUND_ID_PLACE))
      if not fits(lock, limit) then
        return false
      end
      state.work = state.work + 20
      if string.sub(members[n], BOUND_PLACE, BOUND_PLACE) == BOUND_WAITING then
        finish_waiting(lock, EVENT_TYPES.rejected, REJECTED.NO_SESSION, '', '')
      else
        finish_held(lock, RELEASED.SESSION_ENDED, '', '')
      end
    end
  end
end

function let_time_pass(limit)
  if not end_due(KEY.WAITS, state.at, limit, time_out) then
    return false
  end
  local session = first_over()
  while session do
    if not end_due(KEY.LEASES, session[SESSION.EXPIRES_AT], limit, expire_or_tell) or not end_session(session, limit) then
      return false
    end
    session = first_over()
  end
  if not end_due(KEY.LEASES, state.at, limit, expire_or_tell) then
    return false
  end
  refresh_next_due()
  return true
end
