-- @include emit
-- Answers a record that is no valid command.
local function refuse_invalid(first)
  emit({type = 'rejected', account = ARGV[first], account_json = ARGV[first + 2], command_json = ARGV[first + 3], subject = '',
    details = ARGV[first + 4], lock_id = '', reply_to = ARGV[first + 1], lock_reply_to = ''})
  return true
end
