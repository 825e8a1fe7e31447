-- @include blocked_by, bounds, deadlock, emit, enqueue, event_types, limits, queue_position, reasons, records, refuse_acquire, setting_places, state
-- @include usage, write_record
-- @rare decide_blocked
-- Decides an acquire that something stands in the way of: refused, or put in line.
local function wait_in_line(request)
  local arrival, deadline = state.seq + 1, state.at + request.wait_ms
  local blockers = blocked_by(request)
  enqueue(request, arrival, deadline)
  local record = struct.pack(TIMES_FORMAT, WAITING, arrival, state.at, deadline, 0) .. request.bytes
  write_record(request.id, record)
  emit(EVENT_TYPES.queued, 0, IS_ANSWER + IS_RECORD, record, queue_position(request.account, request.id, arrival) .. blockers, '')
end

-- The setting whose limit the queue has reached; nil if there is room.
local function full_queue(request)
  local settings, of_account, of_sub_account = state.settings, usage_of(request.account), usage_of(request.sub_account)
  return of_account[WAITING_NUMBER] >= settings[SETTING.WAITERS_PER_ACCOUNT] and SETTING.WAITERS_PER_ACCOUNT
    or of_sub_account[WAITING_NUMBER] >= settings[SETTING.WAITERS_PER_SUB_ACCOUNT] and SETTING.WAITERS_PER_SUB_ACCOUNT
    or of_sub_account[CHARGED] + request.waiting_bytes > settings[SETTING.BYTES_PER_SUB_ACCOUNT] and SETTING.BYTES_PER_SUB_ACCOUNT
    or of_account[CHARGED] + request.waiting_bytes > settings[SETTING.BYTES_PER_ACCOUNT] and SETTING.BYTES_PER_ACCOUNT
    or exceeds_partition(request.waiting_bytes) and SETTING.BYTES_PER_PARTITION or nil
end

function decide_blocked(request)
  local cycle = request.wait_ms > 0 and deadlock(request)
  if request.wait_ms == 0 then
    refuse_acquire(request, REJECTED.CONFLICT, blocked_by(request))
    return
  elseif cycle then
    refuse_acquire(request, REJECTED.DEADLOCK, blocked_by(request, nil, BLOCKERS_BYTES_BESIDE_CYCLE) .. cycle)
    return
  end
  local limit = full_queue(request)
  if limit then
    refuse_acquire(request, REJECTED.QUEUE_FULL, limit_part(limit) .. blocked_by(request))
  else
    wait_in_line(request)
  end
end
