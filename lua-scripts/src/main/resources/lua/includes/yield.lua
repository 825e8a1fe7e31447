-- @late yielding: yield
-- @include add_held, bounds, emit, event_types, held_record, parse_asked, reasons, records, refer, state, write_record
-- Asks the holder of a lock to let go of it; grace: 0, or 1 and how many ms from now it is released at the latest. Not within a while after the
-- request before, unless that brings the end forward by as much.
local SUB_ACCOUNT_NUMBER = 5

-- Of who asks, with its length before it: the fifth text of COMMAND, each of which has its length before it, or 65535 if it is absent.
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
  if not lock or lock.kind ~= HELD then
    refuse_reference(REJECTED.NOT_HELD, command)
    return
  end
  local asked_at, ends_at, by = parse_asked(asked_of(lock))
  local wanted = grace > 0 and state.at + grace - 1 or math.huge
  local pause_ms = asked_at + YIELD_PAUSE_MS - state.at
  if pause_ms > 0 and (wanted == math.huge or wanted > ends_at - YIELD_PAUSE_MS) then
    emit(EVENT_TYPES.rejected, REJECTED.RATE_LIMITED, 0, '', 'R' .. struct.pack('>I8', pause_ms), command)
    return
  end
  if wanted < ends_at then
    ends_at, by = wanted, asker_of(command)
  end
  local expires_at = math.min(lock.until_at, ends_at)
  local record = held_record(lock, expires_at, struct.pack(ASKED_FORMAT, state.at, ends_at == math.huge and 0 or ends_at) .. by)
  write_record(id, record)
  set_lease(id, number_bytes(lock.number), expires_at)
  emit(EVENT_TYPES.yieldRequested, 0, IS_RECORD, record, grace > 0 and 'G' .. struct.pack('>I4', grace - 1) or '', command)
end
