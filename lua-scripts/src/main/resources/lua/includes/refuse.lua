-- Refuses a new acquire; it is remembered unless its id stays free or somebody else's.
local function refuse_acquire(request, reason, further, is_forgotten)
  local short = reason_details(reason)
  emit_lock('rejected', request.account, request.lock_id, request.record, request, short .. further)
  if not is_forgotten then
    remember(request.id, request.record, 'rejected', short .. further, #short)
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
