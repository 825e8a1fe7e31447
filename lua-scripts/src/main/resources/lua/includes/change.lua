-- @include resize
-- Calls a command that writes, and updates the size of the key.
local function change(command, key, ...)
  local answer = redis.call(command, key, ...)
  resize(command, key, answer)
  return answer
end
