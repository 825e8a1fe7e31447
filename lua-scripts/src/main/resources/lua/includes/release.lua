-- Ends a lock at its owner's wish; told again, if it ended within the repeat window.
local function release(first)
  local request, known = refer(first)
  if not request then
    return true
  end
  if known and known[1] == HELD then
    if is_owner(request, known) then
      finish(request.account, request.lock_id, known, request.command_json, request.reply_to, 'RELEASED', '')
    else
      refuse_reference(request, 'NOT_HOLDER')
    end
  elseif known and is_owner(request, known) then
    answer_reference(request, known[ENDED_TYPE], string.sub(known[DETAILS], 1, known[SHORT_LENGTH]), known[REPLY_TO], true)
  else
    refuse_reference(request, 'NOT_HELD')
  end
  return true
end
