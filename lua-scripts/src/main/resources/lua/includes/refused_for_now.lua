-- @include count_in_window, exceeded_bytes, limit_in_time, setting_places, state, usage
-- The details of the refusal of one more acquire or session that is charged so many bytes; nil if it is within the limits that pass with time.
-- `ms_of_endings` is the time until there is room for one more ending, nil if there is.
local function refused_for_now(of_account, of_sub_account, bytes, ms_of_endings)
  local settings = state.settings
  local most, most_of_account = settings[SETTING.ACQUIRES_PER_WINDOW], settings[SETTING.ACCOUNT_ACQUIRES_PER_WINDOW]
  local a = most > 0 and ms_to_room(of_sub_account, ACQUIRES, most)
  local b = most_of_account > 0 and ms_to_room(of_account, ACQUIRES, most_of_account)
  local c = exceeds_partition(bytes) and math.max(1000, math.floor(settings[SETTING.REPEAT_WINDOW_MS] / STEPS))
  return (a or b or ms_of_endings or c) and limit_in_time(a, b, ms_of_endings, c) or nil
end

-- Counts an acquire, or a session that begins.
local function count_acquire(of_account, of_sub_account)
  count_in_window(of_sub_account, ACQUIRES, 1)
  count_in_window(of_account, ACQUIRES, 1)
end
