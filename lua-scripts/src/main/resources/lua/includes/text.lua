-- A whole number as text, exactly: tostring would round at 14 digits.
local function text(number)
  return string.format('%d', number)
end

-- What a call knows and changes; written back at its end.
local state = {events = {}, work = 0, done = 0}
