-- @late limits: advance_window, ms_to_next
-- @include present_step, state, usage
local function sum(earlier)
  local number = 0
  for place = 1, #earlier, 4 do
    number = number + struct.unpack('>I4', earlier, place)
  end
  return number
end

-- Advances a window to the present step.
function advance_window(used, window, present)
  local passed, earlier = present - used[window + LATEST], ''
  if passed == 0 then
    return
  end
  if passed < STEPS then
    local latest = used[window + IN_ALL] - sum(used[window + EARLIER])
    local counts = struct.pack('>I4', latest) .. used[window + EARLIER]
    earlier = string.sub(string.rep('\0', 4 * (passed - 1)) .. counts, 1, 4 * (STEPS - 1))
  end
  used[window + LATEST], used[window + IN_ALL], used[window + EARLIER] = present, sum(earlier), earlier
end

-- Milliseconds until a window of at most `most` has room for one more; nil if it has room now.
function ms_to_next(used, window, length, most)
  advance_window(used, window, present_step(length))
  local earlier, number = used[window + EARLIER], used[window + IN_ALL]
  local steps_ago = #earlier / 4
  if number < most then
    return nil
  end
  while steps_ago > 0 and number >= most do
    number = number - struct.unpack('>I4', earlier, 4 * steps_ago - 3)
    steps_ago = steps_ago - 1
  end
  -- The latest of the steps that must leave the window first.
  local step = used[window + LATEST] - (number < most and steps_ago + 1 or 0)
  return math.ceil((step + STEPS) * length / STEPS) - state.at
end
