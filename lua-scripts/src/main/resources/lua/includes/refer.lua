-- @include emit, event_types, other_partition, reasons, recall, state
-- What renew, release and forced release have in common: they refer to a lock. refer answers with what is known of it, nil if nothing; and false if
-- the record is in the wrong partition, which is then said.
local function refuse_reference(reason, command)
  emit(EVENT_TYPES.rejected, reason, 0, '', '', command)
end

local function refer(id, account_hash, command)
  state.work = state.work + 5
  local right_partition = other_partition(account_hash)
  if right_partition then
    emit(EVENT_TYPES.rejected, REJECTED.WRONG_PARTITION, 0, '', 'X' .. struct.pack('>I4', right_partition), command)
    return false
  end
  return recall(id)
end
