-- @include advance_window, keys, many, state, windows
-- Asks and changes windows.
local ms_to_room, count_in_window, flush_windows
do
  -- In how many ms it may happen once more; nil if it may now. What was in the window at its latest step is no less than what is in it now.
  function ms_to_room(field, window_ms, most)
    local window = windows[field]
    if not window or window[BEFORE] + window[NOW] < most or window[LENGTH] ~= window_ms then
      return nil
    end
    return ms_to_next(window, most)
  end

  -- It happens.
  function count_in_window(field, window_ms)
    local window, present = windows[field], present_step(window_ms)
    if not window then
      state.window_order[#state.window_order + 1] = struct.pack('>I8', state.at) .. field
    end
    if not window or window[LENGTH] ~= window_ms then
      window = {window_ms, present, 0, 0, ''}
      windows[field] = window
    elseif window[LATEST] ~= present then
      advance_window(window, present)
    end
    window[NOW] = window[NOW] + 1
    changed_windows[field] = true
  end

  function flush_windows()
    local kept, dropped, number = {}, {}, 0
    for field in pairs(changed_windows) do
      local window = windows[field]
      if window then
        kept[number + 1] = field
        kept[number + 2] = struct.pack(WINDOW_FORMAT, unpack(window, LENGTH, NOW)) .. window[EARLIER]
        number = number + 2
      else
        dropped[#dropped + 1] = field
      end
    end
    call_with_many('HSET', KEY.WINDOWS, kept)
    call_with_many('HDEL', KEY.WINDOWS, dropped)
    if #state.window_order > 0 then
      if state.oldest_window_at == 0 then
        state.oldest_window_at = struct.unpack('>I8', state.window_order[1])
      end
      call_with_many('RPUSH', KEY.WINDOW_ORDER, state.window_order)
    end
  end
end
