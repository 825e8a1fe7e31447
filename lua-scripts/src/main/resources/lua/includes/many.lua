-- Commands with more values than Lua can hand over at once.
local call_with_many, read_fields
do
  local PER_COMMAND = 1000

  function call_with_many(command, key, values)
    for from = 1, #values, PER_COMMAND do
      redis.call(command, key, unpack(values, from, math.min(from + PER_COMMAND - 1, #values)))
    end
  end

  -- The values of a hash's fields, false for those that it has not.
  function read_fields(key, fields)
    if #fields == 0 then
      return fields
    elseif #fields <= PER_COMMAND then
      return redis.call('HMGET', key, unpack(fields))
    end
    local values = {}
    for from = 1, #fields, PER_COMMAND do
      local found = redis.call('HMGET', key, unpack(fields, from, math.min(from + PER_COMMAND - 1, #fields)))
      for n = 1, #found do
        values[from + n - 1] = found[n]
      end
    end
    return values
  end
end
