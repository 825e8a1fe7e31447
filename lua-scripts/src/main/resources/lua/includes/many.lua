-- @include change
-- Commands with more values than Lua can hand over at once.
local call_with_many, read_fields, write_fields
do
  local PER_COMMAND = 1000

  function call_with_many(command, key, values)
    for from = 1, #values, PER_COMMAND do
      change(command, key, unpack(values, from, math.min(from + PER_COMMAND - 1, #values)))
    end
  end

  -- Writes what changed of a hash: of each of `values` by name, content_of(value, name) is what its field has from now on, false if it is to go,
  -- nil if it stays as it is.
  function write_fields(key, values, content_of)
    local kept, dropped, number = {}, {}, 0
    for name, value in pairs(values) do
      local content = content_of(value, name)
      if content then
        kept[number + 1] = name
        kept[number + 2] = content
        number = number + 2
      elseif content == false then
        dropped[#dropped + 1] = name
      end
    end
    call_with_many('HSET', key, kept)
    call_with_many('HDEL', key, dropped)
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
