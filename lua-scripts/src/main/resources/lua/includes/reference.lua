-- What renew, release and forced release have in common: they refer to a lock. Answers with the request and, if the lock is held, the lock; nil
-- if the record is in the wrong partition, which is then said.
local function parse_reference(first)
  return {account = ARGV[first], lock_id = ARGV[first + 1], reply_to = ARGV[first + 3], account_json = ARGV[first + 4],
    command_json = ARGV[first + 5], sub_account = ARGV[first + 6], session = ARGV[first + 7], subject = ',' .. ARGV[first + 8],
    id = ARGV[first] .. '\0' .. ARGV[first + 1]}
end

local function answer_reference(request, type, details, lock_reply_to, repeated)
  emit({type = type, account = request.account, account_json = request.account_json, command_json = request.command_json,
    subject = request.subject, details = details, lock_id = request.lock_id, reply_to = request.reply_to, lock_reply_to = lock_reply_to,
    repeated = repeated})
end

local function refuse_reference(request, reason)
  answer_reference(request, 'rejected', reason_details(reason), '', false)
end

local function refer(first)
  local request = parse_reference(first)
  state.work = state.work + 10
  local right_partition = other_partition(ARGV[first + 2])
  if right_partition then
    answer_reference(request, 'rejected', reason_details('WRONG_PARTITION') .. ',"expectedPartition":' .. right_partition, '', false)
    return nil
  end
  return request, recall(request.id)
end

local function is_owner(request, record)
  return record[SUB_ACCOUNT] == request.sub_account and record[SESSION] == request.session
end
