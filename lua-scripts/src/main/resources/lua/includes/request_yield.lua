-- @include add_held, bounds, emit, event_types, held_record, lock, parse_asked, session_of, state, write_record
-- Asks the holder of a held lock to let go of it. The lock ends at `wanted` at the latest; an earlier end that it has stays, with whom set it.
-- `by` is the sub-account that asks, with its length before it; `details` and `command` are those of the event.
local function request_yield(lock, wanted, by, details, command)
  local _, ends_at, set_by = parse_asked(asked_of(lock))
  if wanted < ends_at then
    ends_at, set_by = wanted, by
  end
  local expires_at = math.min(lock[LOCK.UNTIL_AT], ends_at)
  local record = held_record(lock, expires_at, struct.pack(ASKED_FORMAT, state.at, ends_at == math.huge and 0 or ends_at) .. set_by)
  write_record(lock[LOCK.ID], record)
  set_lease(lock, number_bytes(lock[LOCK.NUMBER]), lock[LOCK.SINCE], expires_at)
  if lock[LOCK.LEASE_MS] == 0 then
    record = told_record(lock, record, expires_at)
  end
  emit(EVENT_TYPES.yieldRequested, 0, IS_RECORD, record, details, command)
end

-- Says whether a request brings the end of a lock forward by so much that its holder is asked at any time: RULES.md, Asking a holder to let go.
local function brings_forward(wanted, ends_at)
  return wanted <= ends_at - YIELD_PAUSE_MS
end

-- The sub-account that asks, with its length before it. It is the fifth text of COMMAND; each text follows its length, which is 65535 if the text is
-- absent.
local SUB_ACCOUNT_NUMBER = 5

local function asker_of(command)
  local place = 1
  for _ = 1, SUB_ACCOUNT_NUMBER - 1 do
    local length = struct.unpack('>H', command, place)
    place = place + 2 + (length == 65535 and 0 or length)
  end
  return string.sub(command, place, place + 1 + struct.unpack('>H', command, place))
end
