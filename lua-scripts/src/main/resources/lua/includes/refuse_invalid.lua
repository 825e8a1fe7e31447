-- @include emit, refusal_arguments
-- Answers a record that is no valid command.
local function refuse_invalid(first)
  emit({type = 'rejected', reason = 'INVALID', account = ARGV[first + REFUSAL.ACCOUNT], account_json = ARGV[first + REFUSAL.ACCOUNT_JSON],
    command_json = ARGV[first + REFUSAL.COMMAND_ID_JSON], subject = '', details = ARGV[first + REFUSAL.DETAILS_JSON], lock_id = '',
    reply_to = ARGV[first + REFUSAL.REPLY_TO], lock_reply_to = ''})
end
