-- @rare advance_window, ms_to_next
-- @include present_step, state, usage
-- Lets the steps of a window pass up to the present one.
function advance_window(used, window, present)
  local passed = present - used[window + LATEST]
  if passed == 0 then
    return
  end
  local earlier, before = '', 0
  if passed < STEPS then
    local counts = struct.pack('>I4', used[window + NOW]) .. used[window + EARLIER]
    earlier = string.sub(string.rep('\0', 4 * (passed - 1)) .. counts, 1, 4 * (STEPS - 1))
  end
  for place = 1, #earlier, 4 do
    before = before + struct.unpack('>I4', earlier, place)
  end
  used[window + LATEST], used[window + BEFORE], used[window + NOW], used[window + EARLIER] = present, before, 0, earlier
end

-- In how many ms what a window counts may happen once more, if at most so often; nil if it may now.
function ms_to_next(used, window, most)
  local length = used[window]
  advance_window(used, window, present_step(length))
  local earlier, number = used[window + EARLIER], used[window + BEFORE] + used[window + NOW]
  local steps_ago = #earlier / 4
  if number < most then
    return nil
  end
  while steps_ago > 0 and number >= most do
    number = number - struct.unpack('>I4', earlier, 4 * steps_ago - 3)
    steps_ago = steps_ago - 1
  end
  -- The step that leaves the window last of those that must.
  local step = used[window + LATEST] - (number < most and steps_ago + 1 or 0)
  return math.ceil((step + STEPS) * length / STEPS) - state.at
end
