-- Decides an acquire; steps as in the rules: partition, repeat, limits, conflict, grant.
local function parse_acquire(first, values)
  local request = {account = ARGV[first], lock_id = ARGV[first + 1], reply_to = ARGV[first + 3], account_json = ARGV[first + 4],
    lock_id_json = ARGV[first + 5], head = ARGV[first + 10], tail = ARGV[first + 11], targets = {}}
  local sub_account, session = ARGV[first + 6], ARGV[first + 7]
  request.id, request.owner = request.account .. '\0' .. request.lock_id, sub_account .. '\0' .. session
  local lock = {HELD, 0, 0, 0, 0, tonumber(ARGV[first + 8]), sub_account, session, ARGV[first + 9], request.reply_to, request.account_json,
    request.lock_id_json, request.head, request.tail}
  for n = first + 12, first + values - 1, 3 do
    local mode = tonumber(ARGV[n])
    request.targets[#request.targets + 1] = {mode = mode, path = ARGV[n + 1]}
    lock[#lock + 1], lock[#lock + 2], lock[#lock + 3] = mode, ARGV[n + 1], ARGV[n + 2]
  end
  request.lock = lock
  return request
end

local function repeat_answer(request, known)
  if known[DIGEST] ~= request.lock[DIGEST] then
    refuse_acquire(request, 'ID_CONFLICT', '', true)
    return
  end
  local held = known[1] == HELD
  emit({type = held and 'granted' or known[ENDED_TYPE], account = request.account, account_json = request.account_json,
    command_json = request.lock_id_json, subject = lock_subject(request.lock_id_json, request.head, request.tail),
    details = held and granted_details(known) or known[DETAILS], lock_id = request.lock_id, reply_to = request.reply_to,
    lock_reply_to = known[REPLY_TO], repeated = true})
end

local function over_limit(request)
  local account_count, sub_account_count = lock_count_fields(request.account, request.lock[SUB_ACCOUNT])
  load_counters({account_count, sub_account_count})
  local of_account, of_sub_account = counters[account_count], counters[sub_account_count]
  return (of_sub_account and of_sub_account[1] or 0) >= state.settings.locks_per_sub_account
    or (of_account and of_account[1] or 0) >= state.settings.locks_per_account
end

local function conflicts(request)
  local found = false
  for t = 1, #request.targets do
    local target = request.targets[t]
    target.totals, target.owns = nodes_of(request.account, request.owner, target.path)
    found = conflicts_with_held(target) or found
  end
  return found
end

local function acquire(first, values)
  local request = parse_acquire(first, values)
  state.work = state.work + 15
  local right_partition = other_partition(ARGV[first + 2])
  if right_partition then
    refuse_acquire(request, 'WRONG_PARTITION', ',"expectedPartition":' .. right_partition, true)
    return true
  end
  local known = recall(request.id)
  if known then
    repeat_answer(request, known)
    return true
  end
  if over_limit(request) then
    refuse_acquire(request, 'LIMIT_EXCEEDED', '')
    return true
  end
  local retry_after_ms = retry_after(request.account, request.lock[SUB_ACCOUNT])
  if retry_after_ms then
    refuse_acquire(request, 'RATE_LIMITED', ',"retryAfterMs":' .. text(retry_after_ms))
  elseif conflicts(request) then
    refuse_acquire(request, 'CONFLICT', blockers_json(request.account, request.owner, request.targets))
  else
    grant(request)
  end
  return true
end
