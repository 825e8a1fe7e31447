-- Ends anybody's lock at an operator's wish.
local function force_release(first)
  local request, lock = refer(first)
  if not request then
    return true
  end
  if lock and lock[1] == HELD then
    finish(request.account, request.lock_id, lock, request.command_json, request.reply_to, 'FORCED', ',' .. ARGV[first + 9])
  else
    refuse_reference(request, 'NOT_HELD')
  end
  return true
end
