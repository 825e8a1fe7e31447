-- @late yielding: yield
-- @include bounds, emit, event_types, lock, parse_asked, reasons, records, refer, request_yield, state
-- Asks the holder of a lock to let go of it. grace is 0, or 1 plus the ms from now after which the lock is released at the latest. A request is
-- refused within YIELD_PAUSE_MS after the one before, unless it brings the end forward by at least that much.
function yield(id, command, account_hash, _, grace)
  local lock = refer(id, account_hash, command)
  if lock == false then
    return
  end
  if not lock or lock[LOCK.KIND] ~= HELD then
    refuse_reference(REJECTED.NOT_HELD, command)
    return
  end
  local asked_at, ends_at = parse_asked(asked_of(lock))
  local wanted = grace > 0 and state.at + grace - 1 or math.huge
  local pause_ms = asked_at + YIELD_PAUSE_MS - state.at
  if pause_ms > 0 and (wanted == math.huge or not brings_forward(wanted, ends_at)) then
    emit(EVENT_TYPES.rejected, REJECTED.RATE_LIMITED, 0, '', 'R' .. struct.pack('>I8', pause_ms + state.stands_for), command)
    return
  end
  request_yield(lock, wanted, asker_of(command), grace > 0 and 'G' .. struct.pack('>I4', grace - 1) or '', command)
end
