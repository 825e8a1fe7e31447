-- @include keys, many, state
-- How often something happened within a window of log time, counted in steps of an eighth of it: in the present step and in the seven before. Read
-- once per call, changed here, written at its end.
--   windows: name of an account or sub-account (its acquires), or name of an account and E (its endings) -> length of the window in ms (4 bytes),
--     number of the latest step since the epoch in which it happened (8), how often in the steps before that together and in it, then in each of
--     the steps before, latest first, no more than there may be in the window (4 each)
--   windowOrder: time (8 bytes) and field, in the order in which they were made: when to look whether a window is over
-- What is older than the window counts as nothing, whether or not it has been removed; so does what was counted with a window of another length.
local STEPS, WINDOW_FORMAT = 8, '>I4I8I4I4'
local LENGTH, LATEST, BEFORE, NOW, EARLIER = 1, 2, 3, 4, 5
-- By field; false if there is none.
local windows, changed_windows = {}, {}

-- The field of an account's endings.
local endings_of
do
  local fields = {}

  function endings_of(account)
    local field = fields[account]
    if not field then
      field = account .. 'E'
      fields[account] = field
    end
    return field
  end
end

local function present_step(window_ms)
  return math.floor(state.at * STEPS / window_ms)
end

local function parse_window(value)
  local window = {struct.unpack(WINDOW_FORMAT, value)}
  window[EARLIER] = string.sub(value, window[EARLIER])
  return window
end

local function read_windows(fields)
  local missing, number = {}, 0
  for n = 1, #fields do
    if windows[fields[n]] == nil then
      windows[fields[n]], number = false, number + 1
      missing[number] = fields[n]
    end
  end
  local found = read_fields(KEY.WINDOWS, missing)
  for n = 1, number do
    windows[missing[n]] = found[n] and parse_window(found[n])
  end
end
