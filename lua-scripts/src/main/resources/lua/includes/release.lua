-- @late releasing: release
-- @include emit, event_types, finish_held, lock, reasons, records, refer, refuse_gone, state
-- Ends a lock, or cancels a waiting request, at its owner's wish. If it ended within the repeat window already, the end is told again without the
-- particulars of a refusal. claims is a sum: 1 its paths are gone, 2 the work failed, 4 COMMAND has a result.
local function outcome_part(claims)
  return claims > 0 and 'E' .. string.char(claims) or ''
end

function release(id, command, account_hash, owner, claims)
  local known = refer(id, account_hash, command)
  if known == false then
    return
  end
  if not known then
    refuse_reference(REJECTED.NOT_HELD, command)
  elseif known[LOCK.KIND] == ENDED then
    if known[LOCK.OWNER] == owner then
      emit(known.type, known.reason, IS_REPEATED, '', (known.type == EVENT_TYPES.released and known.details or '') .. 'L' .. known.who, command)
    else
      refuse_reference(REJECTED.NOT_HELD, command)
    end
  elseif known[LOCK.OWNER] ~= owner then
    refuse_reference(REJECTED.NOT_HOLDER, command)
  elseif known[LOCK.KIND] == WAITING then
    finish_waiting(known, EVENT_TYPES.released, RELEASED.CANCELLED, command, '')
  else
    finish_held(known, RELEASED.RELEASED, command, outcome_part(claims))
    if claims % 2 == 1 then
      state.todo.gone = gone_paths(known, claims % 4 >= 2)
    end
  end
end
