-- @include sizes
-- Calls a command that writes, and updates the size of the key. Some commands answer with the new size, or with the number of elements added or
-- removed; after others the size must be counted.
local function change(command, key, ...)
  local answer, size = redis.call(command, key, ...), sizes[key]
  if command == 'RPUSH' then
    sizes[key] = answer
  elseif command == 'HSET' or command == 'ZADD' then
    sizes[key] = size and size + answer
  elseif command == 'HDEL' or command == 'ZREM' then
    sizes[key] = size and size - answer
  else
    sizes[key] = false
  end
  return answer
end
