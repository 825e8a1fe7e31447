-- @include blocked, decide_blocked, emit, grant, names_what_it_does_not_hold, other_partition, reasons, recall, refuse_acquire, repeat_answer
-- @include setting_places, state, usage, views, windows
-- Decides an acquire; its steps are those of RULES.md, Order of a decision: partition, repeat, rates, holding, limits, conflict, grant.
local acquire
do
  local function is_over_limit(of_account, of_sub_account)
    local settings = state.settings
    return of_sub_account[HELD_NUMBER] + of_sub_account[WAITING_NUMBER] >= settings[SETTING.LOCKS_PER_SUB_ACCOUNT]
      or of_account[HELD_NUMBER] + of_account[WAITING_NUMBER] >= settings[SETTING.LOCKS_PER_ACCOUNT]
  end

  -- In how many ms the acquire would be within its limits in time; nil if it is, and then it is counted.
  local function ms_to_pass(of_account, of_sub_account)
    local settings = state.settings
    local window_ms, repeat_ms = settings[SETTING.WINDOW_MS], settings[SETTING.REPEAT_WINDOW_MS]
    local most, most_of_account = settings[SETTING.ACQUIRES_PER_WINDOW], settings[SETTING.ACCOUNT_ACQUIRES_PER_WINDOW]
    local a = most > 0 and ms_to_room(of_sub_account, ACQUIRES, window_ms, most)
    local b = most_of_account > 0 and ms_to_room(of_account, ACQUIRES, window_ms, most_of_account)
    local c = repeat_ms > 0 and ms_to_room(of_account, ENDINGS, repeat_ms, settings[SETTING.ENDINGS_PER_ACCOUNT])
    if a or b or c then
      return math.max(a or 0, b or 0, c or 0)
    end
    if most > 0 then
      count_in_window(of_sub_account, ACQUIRES, window_ms)
    end
    if most_of_account > 0 then
      count_in_window(of_account, ACQUIRES, window_ms)
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
    local of_account, of_sub_account = usage_of(request.account), usage_of(request.sub_account)
    local retry_after_ms = ms_to_pass(of_account, of_sub_account)
    if retry_after_ms then
      refuse_acquire(request, REJECTED.RATE_LIMITED, 'R' .. number_bytes(retry_after_ms), true)
      return
    end
    if request.holding_count > 0 and names_what_it_does_not_hold(request) then
      refuse_acquire(request, REJECTED.NOT_HELD, 'F')
      return
    end
    if is_over_limit(of_account, of_sub_account) then
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
