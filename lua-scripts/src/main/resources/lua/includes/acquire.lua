-- @include blocked, count_windows, counted_together, counters, counters_of, decide_blocked, emit, grant, names_what_it_does_not_hold
-- @include other_partition, reasons, recall, refuse_acquire, repeat_answer, setting_places, state, views, windows
-- Decides an acquire; its steps are those of RULES.md, Order of a decision: partition, repeat, rates, holding, limits, conflict, grant.
local acquire
do
  local function is_over_limit(request)
    local settings = state.settings
    read_counters_of(counters, request)
    return counted_together(counters, request.sub_account) >= settings[SETTING.LOCKS_PER_SUB_ACCOUNT]
      or counted_together(counters, request.account) >= settings[SETTING.LOCKS_PER_ACCOUNT]
  end

  -- In how many ms the acquire would be within its limits in time; nil if it is, and then it is counted.
  local function ms_to_pass(request)
    local settings, account, sub_account = state.settings, request.account, request.sub_account
    local window_ms, repeat_ms = settings[SETTING.WINDOW_MS], settings[SETTING.REPEAT_WINDOW_MS]
    local most, most_of_account = settings[SETTING.ACQUIRES_PER_WINDOW], settings[SETTING.ACCOUNT_ACQUIRES_PER_WINDOW]
    local a = most > 0 and ms_to_room(sub_account, window_ms, most)
    local b = most_of_account > 0 and ms_to_room(account, window_ms, most_of_account)
    local c = repeat_ms > 0 and ms_to_room(endings_of(account), repeat_ms, settings[SETTING.ENDINGS_PER_ACCOUNT])
    if a or b or c then
      return math.max(a or 0, b or 0, c or 0)
    end
    if most > 0 then
      count_in_window(sub_account, window_ms)
    end
    if most_of_account > 0 then
      count_in_window(account, window_ms)
    end
    return nil
  end

  function acquire(id, request, account_hash)
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
