-- @include advance_window, present_step, setting_places, state, usage
-- Reads and changes a window: of the acquires or of the endings of an account or sub-account.
local function window_ms_of(window)
  return state.settings[window == ACQUIRES and SETTING.WINDOW_MS or SETTING.REPEAT_WINDOW_MS]
end

local function is_counted(used, window)
  return used[window] == (window == ACQUIRES and state.acquires_since or state.endings_since)
end

-- Milliseconds until the window has room for one more; nil if it has room now. The total at its latest step is never less than the present one.
local function ms_to_room(used, window, most)
  if used[window + IN_ALL] < most or not is_counted(used, window) then
    return nil
  end
  return ms_to_next(used, window, window_ms_of(window), most)
end

-- The present total of the window.
local function sum_of_window(used, window)
  if used[window + IN_ALL] == 0 or not is_counted(used, window) then
    return 0
  end
  advance_window(used, window, present_step(window_ms_of(window)))
  return used[window + IN_ALL]
end

-- Adds one to the window, or a number of bytes.
local function count_in_window(used, window, by)
  local since, window_ms = state.endings_since, state.settings[SETTING.REPEAT_WINDOW_MS]
  if window == ACQUIRES then
    since, window_ms = state.acquires_since, state.settings[SETTING.WINDOW_MS]
  end
  local present = present_step(window_ms)
  if used[window] ~= since then
    used[window] = since
    used[window + LATEST], used[window + IN_ALL], used[window + EARLIER] = present, 0, ''
  elseif used[window + LATEST] ~= present then
    advance_window(used, window, present)
  end
  used[window + IN_ALL] = used[window + IN_ALL] + by
  used[IS_CHANGED] = true
end
