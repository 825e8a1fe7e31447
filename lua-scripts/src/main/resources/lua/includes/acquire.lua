-- @include acquire_arguments, blocked, blockers_json, counters, deadlock, emit, enqueue, grant, lock_count_fields, lock_counts, nodes
-- @include other_partition, owner_of, rate, recall, record_fields, refuse_acquire, state, text
-- Decides an acquire; its steps are those of RULES.md, Order of a decision: partition, repeat, holding, limits, conflict, grant.
local acquire
do
  local function parse_acquire(first, values)
    local account, lock_id, reply_to = ARGV[first + ACQUIRE.ACCOUNT], ARGV[first + ACQUIRE.LOCK_ID], ARGV[first + ACQUIRE.REPLY_TO]
    local holding_count = tonumber(ARGV[first + ACQUIRE.HOLDING_COUNT])
    local first_holding = first + ACQUIRE.REST
    local holding = {}
    for n = 1, holding_count do
      holding[n] = ARGV[first_holding + n - 1]
    end
    local record = {HELD, 0, 0, 0, 0, tonumber(ARGV[first + ACQUIRE.LEASE_MS]), ARGV[first + ACQUIRE.SUB_ACCOUNT], ARGV[first + ACQUIRE.SESSION],
      ARGV[first + ACQUIRE.DIGEST], reply_to, ARGV[first + ACQUIRE.ACCOUNT_JSON], ARGV[first + ACQUIRE.LOCK_ID_JSON],
      ARGV[first + ACQUIRE.HEAD_JSON], ARGV[first + ACQUIRE.TAIL_JSON], holding}
    for n = first_holding + holding_count, first + values - 1, 3 do
      record[#record + 1], record[#record + 2], record[#record + 3] = tonumber(ARGV[n]), ARGV[n + 1], ARGV[n + 2]
    end
    return {account = account, lock_id = lock_id, id = account .. '\0' .. lock_id, reply_to = reply_to, command_json = record[LOCK_ID_JSON],
      owner = owner_of(record), record = record, holding = holding, wait_ms = tonumber(ARGV[first + ACQUIRE.WAIT_MS])}
  end

  local function queued_details(account, lock_id, record)
    return ',"position":' .. text(position_of(account, lock_id, record[ARRIVAL])) .. ',"deadline":' .. text(record[DEADLINE])
      .. ',"requestedAt":' .. text(record[REQUESTED_AT])
  end

  local function repeat_answer(request, known)
    if known[DIGEST] ~= request.record[DIGEST] then
      refuse_acquire(request, 'ID_CONFLICT', '', true)
      return
    end
    request.record[REPLY_TO] = known[REPLY_TO]
    local type, reason, details = known[ENDED_TYPE], known[ENDED_REASON], known[DETAILS]
    if known[1] == HELD then
      type, reason, details = 'granted', nil, granted_details(known)
    elseif known[1] == WAITING then
      type, reason, details = 'queued', nil, queued_details(request.account, request.lock_id, known)
    end
    emit_lock(type, request.account, request.lock_id, request.record, request, reason, details, true)
  end

  local function names_what_it_does_not_hold(request)
    for n = 1, #request.holding do
      local lock = read_record(request.account .. '\0' .. request.holding[n])
      if not lock or lock[1] ~= HELD or owner_of(lock) ~= request.owner then
        return true
      end
    end
    return false
  end

  local function over_limit(request)
    local of_account, of_sub_account = lock_count_fields(request.account, request.record[SUB_ACCOUNT])
    return counted(held_counters, of_sub_account, HELD_COUNT) + counted(held_counters, of_sub_account, WAITING_COUNT)
        >= state.settings.locks_per_sub_account
      or counted(held_counters, of_account, HELD_COUNT) + counted(held_counters, of_account, WAITING_COUNT)
        >= state.settings.locks_per_account
  end

  local function wait_in_line(request)
    local record = request.record
    record[1], record[ARRIVAL], record[REQUESTED_AT], record[DEADLINE] = WAITING, state.seq + 1, state.at, state.at + request.wait_ms
    local blockers = blockers_json(request)
    enqueue(request)
    emit_lock('queued', request.account, request.lock_id, record, request, nil,
      queued_details(request.account, request.lock_id, record) .. blockers)
  end

  local function decide_blocked(request)
    local cycle = request.wait_ms > 0 and deadlock(request)
    if request.wait_ms == 0 then
      refuse_acquire(request, 'CONFLICT', blockers_json(request))
    elseif cycle then
      refuse_acquire(request, 'DEADLOCK', blockers_json(request) .. ',"cycle":' .. cycle)
    elseif waiting_in(request.account) >= state.settings.waiters_per_account then
      refuse_acquire(request, 'QUEUE_FULL', blockers_json(request))
    else
      wait_in_line(request)
    end
  end

  function acquire(first, values)
    local request = parse_acquire(first, values)
    state.work = state.work + 15
    local right_partition = other_partition(ARGV[first + ACQUIRE.HASH])
    if right_partition then
      refuse_acquire(request, 'WRONG_PARTITION', ',"expectedPartition":' .. right_partition, true)
      return
    end
    local known = recall(request.id)
    if known then
      repeat_answer(request, known)
      return
    end
    if names_what_it_does_not_hold(request) then
      refuse_acquire(request, 'NOT_HELD', ',"field":"holding"')
      return
    end
    if over_limit(request) then
      refuse_acquire(request, 'LIMIT_EXCEEDED', '')
      return
    end
    local retry_after_ms = retry_after(request.account, request.record[SUB_ACCOUNT])
    if retry_after_ms then
      refuse_acquire(request, 'RATE_LIMITED', ',"retryAfterMs":' .. text(retry_after_ms))
      return
    end
    request.targets = targets_of(request.account, request.record)
    if is_blocked(request, waiting_counters) then
      decide_blocked(request)
    else
      grant(request, 0, request)
    end
  end
end
