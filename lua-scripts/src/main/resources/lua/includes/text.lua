-- A whole number as text, exactly: tostring would round at 14 digits.
local function text(number)
  return string.format('%d', number)
end
