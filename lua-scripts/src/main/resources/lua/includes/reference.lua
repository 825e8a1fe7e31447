-- @include emit, message, other_partition, recall, reference_arguments, state
-- What renew, release and forced release have in common: they refer to a lock. Answers with the command and what is known of the lock; nil if the
-- record is in the wrong partition, which is then said.
local answer_reference, refuse_reference, refer
do
  local function parse_reference(first)
    local account, lock_id = ARGV[first + REFERENCE.ACCOUNT], ARGV[first + REFERENCE.LOCK_ID]
    return {account = account, lock_id = lock_id, id = account .. '\0' .. lock_id, reply_to = ARGV[first + REFERENCE.REPLY_TO],
      account_json = ARGV[first + REFERENCE.ACCOUNT_JSON], command_json = ARGV[first + REFERENCE.COMMAND_ID_JSON],
      owner = ARGV[first + REFERENCE.SUB_ACCOUNT] .. '\0' .. ARGV[first + REFERENCE.SESSION], subject = ARGV[first + REFERENCE.SUBJECT_JSON]}
  end

  function answer_reference(command, type, reason, details, lock_reply_to, repeated)
    emit({type = type, reason = reason, account = command.account, account_json = command.account_json, command_json = command.command_json,
      subject = command.subject, details = details, lock_id = command.lock_id, reply_to = command.reply_to, lock_reply_to = lock_reply_to,
      repeated = repeated})
  end

  function refuse_reference(command, reason)
    answer_reference(command, 'rejected', reason, message(reason), '')
  end

  function refer(first)
    local command = parse_reference(first)
    state.work = state.work + 10
    local right_partition = other_partition(ARGV[first + REFERENCE.HASH])
    if right_partition then
      answer_reference(command, 'rejected', 'WRONG_PARTITION', message('WRONG_PARTITION') .. ',"expectedPartition":' .. right_partition, '')
      return nil
    end
    return command, recall(command.id)
  end
end
