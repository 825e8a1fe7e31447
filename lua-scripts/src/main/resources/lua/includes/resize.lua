-- @include sizes
-- Updates the size of a key after a command that wrote, by its answer. Some commands answer with the new size, or with the number of elements added
-- or removed; after others the size must be counted.
local function resize(command, key, answer)
  local size = sizes[key]
  if command == 'RPUSH' then
    sizes[key] = answer
  elseif command == 'HSET' or command == 'ZADD' then
    sizes[key] = size and size + answer
  elseif command == 'HDEL' or command == 'ZREM' then
    sizes[key] = size and size - answer
  else
    sizes[key] = false
  end
end
