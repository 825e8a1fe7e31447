-- @include finish, record_fields, reference, reference_arguments
-- Ends anybody's lock or waiting request at an operator's wish.
local function force_release(first)
  local command, known = refer(first)
  if not command then
    return
  end
  local by = ARGV[first + REFERENCE.REST]
  if not known or known[1] == ENDED then
    refuse_reference(command, 'NOT_HELD')
  elseif known[1] == WAITING then
    finish_waiting(command.account, command.lock_id, known, command, 'released', 'CANCELLED', '', by)
  else
    finish_held(command.account, command.lock_id, known, command, 'FORCED', by)
  end
end
