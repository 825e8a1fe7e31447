-- @late releasing: force_release
-- @include event_types, finish_held, lock, reasons, records, refer
-- Ends a lock or a waiting request of any owner at an operator's wish. The event says who did it and why.
function force_release(id, command, account_hash)
  local known = refer(id, account_hash, command)
  if known == false then
    return
  end
  local operator = 'O' .. struct.pack('>H', #command) .. command
  if not known or known[LOCK.KIND] == ENDED then
    refuse_reference(REJECTED.NOT_HELD, command)
  elseif known[LOCK.KIND] == WAITING then
    finish_waiting(known, EVENT_TYPES.released, RELEASED.CANCELLED, command, operator)
  else
    finish_held(known, RELEASED.FORCED, command, operator)
  end
end
