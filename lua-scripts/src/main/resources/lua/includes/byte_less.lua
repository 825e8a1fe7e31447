-- Says whether a comes before b in byte order; Lua's own < follows the server's locale.
local function byte_less(a, b)
  local n = 1
  while string.sub(a, n, n + 15) == string.sub(b, n, n + 15) do
    if n > #a then
      return false
    end
    n = n + 16
  end
  while true do
    local x, y = string.byte(a, n), string.byte(b, n)
    if x ~= y then
      return not x or (y ~= nil and x < y)
    end
    n = n + 1
  end
end
