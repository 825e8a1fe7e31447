-- Details of a refusal; the length of the first two members is what a repeated release is told.
local function reason_details(reason)
  return '"reason":"' .. reason .. '","message":' .. MESSAGES[reason]
end

-- Refuses an acquire; `forget` if its id stays free or somebody else's.
local function refuse_acquire(request, reason, further, forget)
  local short = reason_details(reason)
  local details = short .. further
  emit({type = 'rejected', account = request.account, account_json = request.account_json, command_json = request.lock_id_json,
    subject = lock_subject(request.lock_id_json, request.head, request.tail), details = details, lock_id = request.lock_id,
    reply_to = request.reply_to, lock_reply_to = request.reply_to})
  if not forget then
    remember(request.id, request.lock, 'rejected', details, #short)
  end
end

-- Answers a record that is no valid command.
local function refuse_invalid(first)
  emit({type = 'rejected', account = ARGV[first], account_json = ARGV[first + 2], command_json = ARGV[first + 3], subject = '',
    details = ARGV[first + 4], lock_id = '', reply_to = ARGV[first + 1], lock_reply_to = ''})
  return true
end

-- The partition of an account by its hash, if that is not this one; else nil.
local function other_partition(hash)
  local right = tonumber(hash) % state.settings.partitions
  return right ~= state.partition and text(right) or nil
end
