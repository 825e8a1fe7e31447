-- @include emit, event_types, other_partition, reasons, recall, state
-- Finds the lock that a renew, release, yield or force release refers to; nil if it is unknown. False if the record is in the wrong partition; then
-- it is refused already.
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
