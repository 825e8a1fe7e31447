-- @include blocked, blocked_by, conflicts, count_windows, counters, deadlock, emit, enqueue, event_types, grant, holding, lock, other_partition
-- @include reasons, recall, records, refuse_acquire, request, state, waiting_in, who, write_record
-- Decides an acquire; its steps are those of RULES.md, Order of a decision: partition, repeat, rates, holding, limits, conflict, grant.
local acquire
do
  local function position(account, id, arrival)
    return 'P' .. struct.pack('>I4', position_of(account, id, arrival))
  end

  -- Told once more, as it stands now. Whom the lock's own events are to reach is known from the first time, so WHO goes along.
  local function repeat_answer(request, known)
    if known.digest ~= request.digest then
      refuse_acquire(request, REJECTED.ID_CONFLICT, '', true)
      return
    end
    local flags = IS_REPEATED + IS_ANSWER
    if known.kind == ENDED then
      emit(known.type, known.reason, flags, request.bytes, known.details .. 'L' .. known.who, '')
      return
    end
    local record, who = string.sub(known.bytes, 1, LOCK_PLACE - 1) .. request.bytes, 'L' .. who_of(known)
    if known.kind == HELD then
      emit(EVENT_TYPES.granted, 0, flags + IS_RECORD, record, who, '')
    else
      emit(EVENT_TYPES.queued, 0, flags + IS_RECORD, record, position(request.account, request.id, known.number) .. who, '')
    end
  end

  local function names_what_it_does_not_hold(request)
    local holding = holding_of(request)
    for n = 1, #holding do
      local lock = is_alive(holding[n]) and read_lock(holding[n])
      if not lock or lock.kind ~= HELD or lock.owner ~= request.owner then
        return true
      end
    end
    return false
  end

  local function locks_of(name)
    return counted(counters, HELD_LOCKS, name) + counted(counters, WAITING_REQUESTS, name)
  end

  local function is_over_limit(request)
    read_counters(counters, {request.account, request.sub_account})
    return locks_of(request.sub_account) >= state.settings.locks_per_sub_account or locks_of(request.account) >= state.settings.locks_per_account
  end

  -- In how many ms the acquire would be within its limits in time; nil if it is, and then it is counted.
  local function ms_to_pass(request)
    local settings = state.settings
    local of_sub_account, of_account, endings = request.sub_account .. 'A', request.account .. 'A', request.account .. 'E'
    read_windows({of_sub_account, of_account, endings})
    local longest = math.max(
      settings.acquires_per_window > 0 and ms_to_room(of_sub_account, settings.window_ms, settings.acquires_per_window) or 0,
      settings.account_acquires_per_window > 0 and ms_to_room(of_account, settings.window_ms, settings.account_acquires_per_window) or 0,
      settings.repeat_window_ms > 0 and ms_to_room(endings, settings.repeat_window_ms, settings.endings_per_account) or 0)
    if longest > 0 then
      return longest
    end
    if settings.acquires_per_window > 0 then
      count_in_window(of_sub_account, settings.window_ms)
    end
    if settings.account_acquires_per_window > 0 then
      count_in_window(of_account, settings.window_ms)
    end
    return nil
  end

  local function wait_in_line(request)
    local arrival, deadline = state.seq + 1, state.at + request.wait_ms
    local blockers = blocked_by(request)
    enqueue(request, arrival, deadline)
    local record = struct.pack(TIMES_FORMAT, WAITING, arrival, state.at, deadline, 0) .. request.bytes
    write_record(request.id, record)
    emit(EVENT_TYPES.queued, 0, IS_ANSWER + IS_RECORD, record, position(request.account, request.id, arrival) .. blockers, '')
  end

  local function decide_blocked(request)
    local cycle = request.wait_ms > 0 and deadlock(request)
    if request.wait_ms == 0 then
      refuse_acquire(request, REJECTED.CONFLICT, blocked_by(request))
    elseif cycle then
      refuse_acquire(request, REJECTED.DEADLOCK, blocked_by(request) .. cycle)
    elseif waiting_in(request.account) >= state.settings.waiters_per_account
      or counted(counters, WAITING_REQUESTS, request.sub_account) >= state.settings.waiters_per_sub_account then
      refuse_acquire(request, REJECTED.QUEUE_FULL, blocked_by(request))
    else
      wait_in_line(request)
    end
  end

  function acquire(id, bytes, account_hash)
    local request = parse_request(id, bytes)
    state.work = state.work + 8
    local right_partition = other_partition(account_hash)
    if right_partition then
      refuse_acquire(request, REJECTED.WRONG_PARTITION, 'X' .. struct.pack('>I4', right_partition), true)
      return
    end
    local known = recall(id)
    if known then
      repeat_answer(request, known)
      return
    end
    local retry_after_ms = ms_to_pass(request)
    if retry_after_ms then
      refuse_acquire(request, REJECTED.RATE_LIMITED, 'R' .. number_bytes(retry_after_ms), true)
      return
    end
    if request.holding_count > 0 and names_what_it_does_not_hold(request) then
      refuse_acquire(request, REJECTED.NOT_HELD, 'F')
      return
    end
    if is_over_limit(request) then
      refuse_acquire(request, REJECTED.LIMIT_EXCEEDED, '')
      return
    end
    if is_blocked(request, WAITING_VIEW) then
      decide_blocked(request)
    else
      grant(request, 0, IS_ANSWER)
    end
  end
end
