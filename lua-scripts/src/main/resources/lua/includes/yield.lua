-- @late yielding: yield
-- @include add_held, bounds, emit, event_types, held_record, lock, parse_asked, reasons, records, refer, state, write_record
-- Asks the holder of a lock to let go of it. grace is 0, or 1 plus the ms from now after which the lock is released at the latest. A request is
-- refused within YIELD_PAUSE_MS after the one before, unless it brings the end forward by at least that much.
local SUB_ACCOUNT_NUMBER = 5

-- The sub-account that asks, with its length before it. It is the fifth text of COMMAND; each text follows its length, which is 65535 if the text is
-- absent.
local function asker_of(command)
  local place = 1
  for _ = 1, SUB_ACCOUNT_NUMBER - 1 do
    local length = struct.unpack('>H', command, place)
    place = place + 2 + (length == 65535 and 0 or length)
  end
  return string.sub(command, place, place + 1 + struct.unpack('>H', command, place))
end

function yield(id, command, account_hash, _, grace)
  local lock = refer(id, account_hash, command)
  if lock == false then
    return
  end
  if not lock or lock[LOCK.KIND] ~= HELD then
    refuse_reference(REJECTED.NOT_HELD, command)
    return
  end
  local asked_at, ends_at, by = parse_asked(asked_of(lock))
  local wanted = grace > 0 and state.at + grace - 1 or math.huge
  local pause_ms = asked_at + YIELD_PAUSE_MS - state.at
  if pause_ms > 0 and (wanted == math.huge or wanted > ends_at - YIELD_PAUSE_MS) then
    emit(EVENT_TYPES.rejected, REJECTED.RATE_LIMITED, 0, '', 'R' .. struct.pack('>I8', pause_ms + state.stands_for), command)
    return
  end
  if wanted < ends_at then
    ends_at, by = wanted, asker_of(command)
  end
  local expires_at = math.min(lock[LOCK.UNTIL_AT], ends_at)
  local record = held_record(lock, expires_at, struct.pack(ASKED_FORMAT, state.at, ends_at == math.huge and 0 or ends_at) .. by)
  write_record(id, record)
  set_lease(lock, number_bytes(lock[LOCK.NUMBER]), lock[LOCK.SINCE], expires_at)
  emit(EVENT_TYPES.yieldRequested, 0, IS_RECORD, record, grace > 0 and 'G' .. struct.pack('>I4', grace - 1) or '', command)
end
