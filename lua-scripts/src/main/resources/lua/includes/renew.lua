-- @late renewing: renew
-- @include emit, event_types, held, last_end, reasons, records, reference, state, write_record
-- Holds on to a lock: the lease counts from now, for lease_ms or, if that is 0, as long as the lock's own,
-- but not beyond the time for which it may be held; where that passed before it counted, under earlier rules, the lease ends as it did.
local WAITED_MS_PLACE = 26

local function waited_ms_of(lock)
  return (struct.unpack('>I4', lock.bytes, WAITED_MS_PLACE))
end

function renew(id, command, account_hash, owner, lease_ms)
  local lock = refer(id, account_hash, command)
  if lock == false then
    return
  end
  if lock and lock.kind ~= ENDED and lock.owner ~= owner then
    refuse_reference(REJECTED.NOT_HOLDER, command)
    return
  end
  if not lock or lock.kind ~= HELD then
    refuse_reference(REJECTED.NOT_HELD, command)
    return
  end
  local expires_at = math.min(state.at + (lease_ms == 0 and lock.lease_ms or lease_ms), math.max(lock.until_at, last_end_of(lock, lock.since)))
  local record = struct.pack(TIMES_FORMAT, HELD, lock.number, lock.since, expires_at, waited_ms_of(lock), 0) .. lock_bytes(lock)
  write_record(id, record)
  set_lease(id, number_bytes(lock.number), expires_at)
  emit(EVENT_TYPES.renewed, 0, IS_RECORD, record, '', command)
end
