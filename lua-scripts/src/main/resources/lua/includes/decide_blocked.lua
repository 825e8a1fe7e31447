-- @include ask_holders, blocked_by, bounds, deadlock, emit, enqueue, event_types, exceeded_bytes, fits, lock, pause_of_record, queue_position
-- @include reasons, records, refuse_acquire, setting_places, state, take_up, usage, write_record
-- @late waiting: decide_blocked
-- Decides a blocked acquire: refuses it, or puts it in the queue. False if the budget ended before that. The results so far are then kept in
-- todo.pause, with what closes the account, the freezes and the cycle once they are known, or false. A request that waits may then ask the holders
-- in its way; pause.is_queued says that this goes on.
local function wait_in_line(request, blockers)
  local arrival, deadline = state.seq + 1, state.at + request[LOCK.WAIT_MS]
  enqueue(request, arrival, deadline)
  local record = struct.pack(TIMES_FORMAT, WAITING, arrival, state.at, deadline, 0, 0) .. request[LOCK.BYTES]
  write_record(request[LOCK.ID], record)
  emit(EVENT_TYPES.queued, 0, IS_ANSWER + IS_RECORD, record, queue_position(request[LOCK.ACCOUNT], request[LOCK.ID], arrival) .. blockers, '')
end

-- The setting whose limit the queue has reached; nil if there is room.
local function full_queue(request)
  local settings, of_account, of_sub_account = state.settings, usage_of(request[LOCK.ACCOUNT]), usage_of(request[LOCK.SUB_ACCOUNT])
  return of_account[WAITING_NUMBER] >= settings[SETTING.WAITERS_PER_ACCOUNT] and SETTING.WAITERS_PER_ACCOUNT
    or of_sub_account[WAITING_NUMBER] >= settings[SETTING.WAITERS_PER_SUB_ACCOUNT] and SETTING.WAITERS_PER_SUB_ACCOUNT
    or exceeded_bytes(of_account, of_sub_account, request[LOCK.WAITING_BYTES])
    or exceeds_partition(request[LOCK.WAITING_BYTES]) and SETTING.BYTES_PER_PARTITION or nil
end

-- Says whether the request waits.
local function refuse_or_wait(request, blockers, cycle)
  local limit = request[LOCK.WAIT_MS] > 0 and not cycle and full_queue(request)
  if request[LOCK.WAIT_MS] == 0 then
    refuse_acquire(request, REJECTED.CONFLICT, blockers)
  elseif cycle then
    refuse_acquire(request, REJECTED.DEADLOCK, blockers .. cycle)
  elseif limit then
    refuse_acquire(request, REJECTED.QUEUE_FULL, limit_part(limit) .. blockers)
  else
    wait_in_line(request, blockers)
    return true
  end
  return false
end

-- The freezes in the way if one of them does not end before the wait limit; false if all do, nil if the budget ended before that was known.
local function freezes_beyond(request, pause)
  local freezes, latest = frozen_by(request, pause)
  if freezes and (#pause.listed == 0 or latest < state.at + request[LOCK.WAIT_MS]) then
    return false
  end
  return freezes
end

local function asks_to_the_end(request, pause)
  if not ask_holders(request, pause) then
    return false
  end
  state.todo.pause = nil
  return true
end

function decide_blocked(request)
  local pause = pause_of_record()
  if pause.is_queued then
    return asks_to_the_end(request, pause)
  end
  pause.is_blocked = true
  if pause.closing == nil then
    pause.closing = closed_by(request, pause)
    if pause.closing == nil then
      return false
    elseif pause.closing then
      refuse_acquire(request, REJECTED.ACCOUNT_CLOSED, pause.closing)
      state.todo.pause = nil
      return true
    end
    restart(pause)
  end
  if pause.freezes == nil then
    pause.freezes = freezes_beyond(request, pause)
    if pause.freezes == nil then
      return false
    elseif pause.freezes then
      refuse_acquire(request, REJECTED.FROZEN, pause.freezes)
      state.todo.pause = nil
      return true
    end
    restart(pause)
  end
  if pause.cycle == nil then
    pause.cycle = request[LOCK.WAIT_MS] > 0 and deadlock(request, pause)
    if pause.cycle == nil then
      return false
    end
    restart(pause)
  end
  pause.blockers = pause.blockers or blocked_by(request, pause, pause.cycle and BLOCKERS_BYTES_BESIDE_CYCLE)
  if not pause.blockers then
    return false
  end
  if request[LOCK.WAIT_MS] > 0 and not pause.is_ready and not fits(request, state.budget) then
    pause.is_ready = true
    return false
  end
  local waits = refuse_or_wait(request, pause.blockers, pause.cycle)
  state.todo.pause = nil
  if waits and request[LOCK.ASKING] then
    pause = pause_of_record()
    pause.is_blocked, pause.is_queued = true, true
    return asks_to_the_end(request, pause)
  end
  return true
end
