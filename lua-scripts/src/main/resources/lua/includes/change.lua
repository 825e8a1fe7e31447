-- @include sizes_by_key
-- Calls a command that writes.
local function change(command, key, ...)
  sizes[key] = false
  return redis.call(command, key, ...)
end
