-- @late due: let_time_pass
-- @include add_held, charge_reading, emit, event_types, finish_held, fits, keys, lock, parse_asked, parse_lock, read_members, reasons
-- @include refresh_next_due, state, text
-- Ends what is due at log time: wait limits by deadline, then arrival; leases by the time at which they are due, then token, by force those with an
-- end that a request to yield set. A lock that is due and not over is told again. False if the budget ended first: then the same record goes on in
-- the next call.
local DUE_PER_READ, NUMBER_BYTES = 64, 8

local function end_due(key, limit, finish)
  while true do
    local members = read_members('ZRANGEBYSCORE', key, '-inf', text(state.at), 'LIMIT', '0', text(DUE_PER_READ))
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

local function expire_or_tell(lock)
  if lock[LOCK.UNTIL_AT] > state.at then
    charge_reading(lock)
    set_lease(lock, number_bytes(lock[LOCK.NUMBER]), lock[LOCK.SINCE], lock[LOCK.UNTIL_AT])
    emit(EVENT_TYPES.told, 0, IS_RECORD, lock[LOCK.BYTES], '', '')
    return
  end
  local _, ends_at, by = parse_asked(asked_of(lock))
  if lock[LOCK.UNTIL_AT] >= ends_at then
    finish_held(lock, RELEASED.FORCED, '', 'Y' .. by)
    return
  end
  finish_held(lock, RELEASED.EXPIRED, '', '')
end

function let_time_pass(limit)
  if not end_due(KEY.WAITS, limit, time_out) or not end_due(KEY.LEASES, limit, expire_or_tell) then
    return false
  end
  refresh_next_due()
  return true
end
