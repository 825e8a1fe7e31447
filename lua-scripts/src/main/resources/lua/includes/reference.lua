-- @include emit, other_partition, reason_details, recall, state
-- What renew, release and forced release have in common: they refer to a lock. Answers with the command and what is known of the lock; nil if the
-- record is in the wrong partition, which is then said.
local answer_reference, refuse_reference, refer
do
  local function parse_reference(first)
    return {account = ARGV[first], lock_id = ARGV[first + 1], reply_to = ARGV[first + 3], account_json = ARGV[first + 4],
      command_json = ARGV[first + 5], owner = ARGV[first + 6] .. '\0' .. ARGV[first + 7], subject = ',' .. ARGV[first + 8],
      id = ARGV[first] .. '\0' .. ARGV[first + 1]}
  end

  function answer_reference(command, type, details, lock_reply_to, repeated)
    emit({type = type, account = command.account, account_json = command.account_json, command_json = command.command_json,
      subject = command.subject, details = details, lock_id = command.lock_id, reply_to = command.reply_to, lock_reply_to = lock_reply_to,
      repeated = repeated})
  end

  function refuse_reference(command, reason)
    answer_reference(command, 'rejected', reason_details(reason), '')
  end

  function refer(first)
    local command = parse_reference(first)
    state.work = state.work + 10
    local right_partition = other_partition(ARGV[first + 2])
    if right_partition then
      answer_reference(command, 'rejected', reason_details('WRONG_PARTITION') .. ',"expectedPartition":' .. right_partition, '')
      return nil
    end
    return command, recall(command.id)
  end
end
