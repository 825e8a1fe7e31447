-- @include advance_window, present_step, usage
-- Asks and changes windows: that of acquires or of endings of an account or sub-account.
-- In how many ms it may happen once more; nil if it may now. What was in the window at its latest step is no less than what is in it now.
local function ms_to_room(used, window, window_ms, most)
  if used[window + IN_ALL] < most or used[window] ~= window_ms then
    return nil
  end
  return ms_to_next(used, window, most)
end

-- How much is in it now.
local function sum_of_window(used, window, window_ms)
  if used[window] ~= window_ms then
    return 0
  end
  advance_window(used, window, present_step(window_ms))
  return used[window + IN_ALL]
end

-- It happens; for bytes, so many at a time.
local function count_in_window(used, window, window_ms, by)
  local present = present_step(window_ms)
  if used[window] ~= window_ms then
    used[window], used[window + LATEST], used[window + IN_ALL], used[window + EARLIER] = window_ms, present, 0, ''
  elseif used[window + LATEST] ~= present then
    advance_window(used, window, present)
  end
  used[window + IN_ALL] = used[window + IN_ALL] + by
  used[IS_CHANGED] = true
end
