-- @include keys, many, state, windows
-- Windows are read once per call, changed here, and written at its end.
local windows = {}
local read_windows, ms_to_room, count_in_window, change_window, flush_windows
do
  local changed = {}

  function read_windows(fields)
    local missing = {}
    for n = 1, #fields do
      if windows[fields[n]] == nil then
        windows[fields[n]] = false
        missing[#missing + 1] = fields[n]
      end
    end
    local found = read_fields(KEY.WINDOWS, missing)
    for n = 1, #missing do
      windows[missing[n]] = found[n] and {struct.unpack(WINDOW_FORMAT, found[n])}
    end
  end

  local function in_step(window, step)
    return step <= window[LATEST] and step > window[LATEST] - STEPS and window[COUNTS + step % STEPS] or 0
  end

  -- In how many ms it may happen once more; nil if it may now.
  function ms_to_room(field, window_ms, most)
    local window, step, number = windows[field], present_step(window_ms) - STEPS, 0
    if not window or window[LENGTH] ~= window_ms then
      return nil
    end
    for n = step + 1, step + STEPS do
      number = number + in_step(window, n)
    end
    if number < most then
      return nil
    end
    while number >= most do
      step = step + 1
      number = number - in_step(window, step)
    end
    return math.ceil((step + STEPS) * window_ms / STEPS) - state.at
  end

  -- It happens.
  function count_in_window(field, window_ms)
    local window, present = windows[field], present_step(window_ms)
    if not window then
      state.window_order[#state.window_order + 1] = struct.pack('>I8', state.at) .. field
    end
    if not window or window[LENGTH] ~= window_ms then
      window = {window_ms, present, 0, 0, 0, 0, 0, 0, 0, 0}
      windows[field] = window
    end
    for step = math.max(window[LATEST] + 1, present - STEPS + 1), present do
      window[COUNTS + step % STEPS] = 0
    end
    window[LATEST] = present
    window[COUNTS + present % STEPS] = window[COUNTS + present % STEPS] + 1
    changed[field] = true
  end

  function change_window(field, window)
    windows[field], changed[field] = window, true
  end

  function flush_windows()
    local kept, dropped = {}, {}
    for field in pairs(changed) do
      if windows[field] then
        kept[#kept + 1] = field
        kept[#kept + 1] = struct.pack(WINDOW_FORMAT, unpack(windows[field], 1, COUNTS + STEPS - 1))
      else
        dropped[#dropped + 1] = field
      end
    end
    call_with_many('HSET', KEY.WINDOWS, kept)
    call_with_many('HDEL', KEY.WINDOWS, dropped)
    call_with_many('RPUSH', KEY.WINDOW_ORDER, state.window_order)
  end
end
