-- @include blocked_by, deadlock, emit, enqueue, event_types, queue_position, reasons, records, refuse_acquire, setting_places, state, usage
-- @include write_record
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

function decide_blocked(request)
  local cycle = request.wait_ms > 0 and deadlock(request)
  if request.wait_ms == 0 then
    refuse_acquire(request, REJECTED.CONFLICT, blocked_by(request))
  elseif cycle then
    refuse_acquire(request, REJECTED.DEADLOCK, blocked_by(request) .. cycle)
  elseif usage_of(request.account)[WAITING_NUMBER] >= state.settings[SETTING.WAITERS_PER_ACCOUNT]
    or usage_of(request.sub_account)[WAITING_NUMBER] >= state.settings[SETTING.WAITERS_PER_SUB_ACCOUNT] then
    refuse_acquire(request, REJECTED.QUEUE_FULL, blocked_by(request))
  else
    wait_in_line(request)
  end
end
