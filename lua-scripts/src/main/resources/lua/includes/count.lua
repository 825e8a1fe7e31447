-- @include call_with_many, counters, keys
-- Changes counters, and writes the changed ones.
local count, flush_counters
-- Fields by value, of fields with one counter.
local field_of = {}
do
  -- Changes one of several counters of a field, or adds one.
  local function count_among(which, name, by)
    local value, several, place = counters.values[name], counters.several[name], 1
    local only = value % CHANGED
    if only ~= SEVERAL then
      several = {only, (value - value % ONE) / ONE}
      counters.several[name] = several
    end
    while several[place] and several[place] < which do
      place = place + 2
    end
    local number = several[place] == which and several[place + 1] + by
    if number and number ~= 0 then
      several[place + 1] = number
    else
      if number then
        table.remove(several, place)
        table.remove(several, place)
      else
        table.insert(several, place, by)
        table.insert(several, place, which)
      end
      several.flags = nil
    end
    counters.values[name] = CHANGED + (several[1] and SEVERAL or 0)
  end

  -- Changes one counter at a path, the last of the names, and another one at each level above it.
  function count(names, levels, above, at, by)
    local values, step, which = counters.values, ONE * by, above
    for n = 1, levels do
      local name = names[n]
      if n == levels then
        which = at
      end
      local value = values[name]
      local found = value % CHANGED
      if found == which then
        local left = value - value % ONE + step
        values[name] = left == 0 and CHANGED or CHANGED + which + left
      elseif found == 0 then
        values[name] = CHANGED + which + step
      else
        count_among(which, name, by)
      end
    end
  end

  -- Packs the field for a value that field_of does not have.
  local function packed_counters(name, value)
    local low = value % ONE
    if low == CHANGED + SEVERAL then
      local several = counters.several[name]
      return struct.pack(counters_format(#several / 2), unpack(several))
    end
    field_of[value] = struct.pack(COUNTER_FORMAT, low - CHANGED, (value - low) / ONE)
    return field_of[value]
  end

  function flush_counters()
    local kept, dropped, number = {}, {}, 0
    for name, value in pairs(counters.values) do
      local low = value % ONE
      if low == CHANGED then
        dropped[#dropped + 1] = name
      elseif low > CHANGED then
        kept[number + 1], kept[number + 2] = name, field_of[value] or packed_counters(name, value)
        number = number + 2
      end
    end
    write_fields(KEY.COUNTERS, kept, dropped)
  end
end
