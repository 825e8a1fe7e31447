-- @rare advance_window, ms_to_next
-- @include state, windows
-- Lets the steps of a window pass up to the present one.
function advance_window(window, present)
  local passed = present - window[LATEST]
  if passed == 0 then
    return
  end
  window[EARLIER] = passed < STEPS
    and string.sub(string.rep('\0', 4 * (passed - 1)) .. struct.pack('>I4', window[NOW]) .. window[EARLIER], 1, 4 * (STEPS - 1)) or ''
  window[LATEST], window[NOW], window[BEFORE] = present, 0, 0
  for place = 1, #window[EARLIER], 4 do
    window[BEFORE] = window[BEFORE] + struct.unpack('>I4', window[EARLIER], place)
  end
end

-- In how many ms what a window counts may happen once more, if at most so often; nil if it may now.
function ms_to_next(window, most)
  local length = window[LENGTH]
  advance_window(window, present_step(length))
  local number, steps_ago = window[BEFORE] + window[NOW], #window[EARLIER] / 4
  if number < most then
    return nil
  end
  while steps_ago > 0 and number >= most do
    number = number - struct.unpack('>I4', window[EARLIER], 4 * steps_ago - 3)
    steps_ago = steps_ago - 1
  end
  -- The step that leaves the window last of those that must.
  local step = window[LATEST] - (number < most and steps_ago + 1 or 0)
  return math.ceil((step + STEPS) * length / STEPS) - state.at
end
