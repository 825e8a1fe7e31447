-- @include resize
-- Runs commands with more values than Lua can hand over at once.
local call_with_many, read_fields, write_fields
do
  local PER_COMMAND = 1000

  function call_with_many(command, key, values)
    local number = #values
    if number > PER_COMMAND then
      for from = 1, number, PER_COMMAND do
        resize(command, key, redis.call(command, key, unpack(values, from, math.min(from + PER_COMMAND - 1, number))))
      end
    elseif number > 0 then
      resize(command, key, redis.call(command, key, unpack(values)))
    end
  end

  -- Writes the changes of a hash: `kept` has fields and new values in turn, `dropped` the fields to delete.
  function write_fields(key, kept, dropped)
    call_with_many('HSET', key, kept)
    call_with_many('HDEL', key, dropped)
  end

  -- The values of a hash's fields; false for a missing field.
  function read_fields(key, fields)
    local number = #fields
    if number == 0 then
      return fields
    elseif number <= PER_COMMAND then
      return redis.call('HMGET', key, unpack(fields))
    end
    local values = {}
    for from = 1, number, PER_COMMAND do
      local found = redis.call('HMGET', key, unpack(fields, from, math.min(from + PER_COMMAND - 1, number)))
      for n = 1, #found do
        values[from + n - 1] = found[n]
      end
    end
    return values
  end
end
