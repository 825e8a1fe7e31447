-- Calls that write, and commands with more values than Lua can hand over at once.
-- Keys written in this call: their sizes are counted again at its end, see includes/sizes.
local written_keys = {}
local change, call_with_many, read_fields
do
  local PER_COMMAND = 1000

  function change(command, key, ...)
    written_keys[key] = true
    return redis.call(command, key, ...)
  end

  function call_with_many(command, key, values)
    for from = 1, #values, PER_COMMAND do
      change(command, key, unpack(values, from, math.min(from + PER_COMMAND - 1, #values)))
    end
  end

  -- The values of a hash's fields, false for those that it has not.
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
