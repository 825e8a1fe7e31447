-- @include counters, many
-- Changes counters, and writes what changed.
local count, flush_counters
do
  -- One of several, or one more.
  local function count_among(set, which, name, by)
    local value = set.values[name]
    local only = value % CHANGED
    local several = only == SEVERAL and set.several[name] or {only, (value - value % ONE) / ONE}
    local place = place_among(several, which)
    if several[place] ~= which then
      table.insert(several, place, by)
      table.insert(several, place, which)
    elseif several[place + 1] + by ~= 0 then
      several[place + 1] = several[place + 1] + by
    else
      table.remove(several, place)
      table.remove(several, place)
    end
    set.values[name], set.several[name] = CHANGED + (several[1] and SEVERAL or 0), several
  end

  -- At the names from one place to another.
  function count(set, which, names, from, to, by)
    local values, step = set.values, ONE * by
    for n = from, to do
      local name = names[n]
      local value = values[name]
      local found = value % CHANGED
      if found == which then
        local left = value - value % ONE + step
        values[name] = left == 0 and CHANGED or CHANGED + which + left
      elseif found == 0 then
        values[name] = CHANGED + which + step
      else
        count_among(set, which, name, by)
      end
    end
  end

  -- The field of a value that is not kept as it is.
  local function packed_counters(set, name, value)
    local low = value % ONE
    if low == CHANGED + SEVERAL then
      local several = set.several[name]
      return struct.pack(counters_format(#several / 2), unpack(several))
    end
    field_of[value] = struct.pack(COUNTER_FORMAT, low - CHANGED, (value - low) / ONE)
    return field_of[value]
  end

  function flush_counters(set)
    write_fields(set.key, set.values, function(value, name)
      local low = value % ONE
      if low < CHANGED then
        return nil
      end
      return low > CHANGED and (field_of[value] or packed_counters(set, name, value))
    end)
  end
end
