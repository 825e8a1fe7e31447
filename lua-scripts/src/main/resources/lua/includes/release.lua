-- @include finish, gone, owner_of, record_fields, reference, reference_arguments, state
-- Ends a lock, or cancels a waiting request, at its owner's wish; told again, if it ended within the repeat window.
local function release(first)
  local command, known = refer(first)
  if not command then
    return
  end
  if not known then
    refuse_reference(command, 'NOT_HELD')
  elseif known[1] == ENDED then
    if owner_of(known) == command.owner then
      answer_reference(command, known[ENDED_TYPE], known[ENDED_REASON], string.sub(known[DETAILS], 1, known[SHORT_LENGTH]), known[REPLY_TO], true)
    else
      refuse_reference(command, 'NOT_HELD')
    end
  elseif owner_of(known) ~= command.owner then
    refuse_reference(command, 'NOT_HOLDER')
  elseif known[1] == WAITING then
    finish_waiting(command.account, command.lock_id, known, command, 'released', 'CANCELLED', '', '')
  else
    finish_held(command.account, command.lock_id, known, command, 'RELEASED', '')
    if ARGV[first + REFERENCE.REST] == '1' then
      state.todo.gone = {account = command.account, paths = gone_paths(known)}
    end
  end
end
