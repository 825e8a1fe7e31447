-- @include counters, flags, many
-- Changes counters, and writes what changed.
local count_one, count, flush_counters
do
  -- One of several, or one more.
  local function count_among(set, which, name, by)
    local value = set.values[name]
    local only = value % CHANGED
    local several = only == SEVERAL and set.several[name] or {flags = FLAGS[only], [only] = (value - value % ONE) / ONE}
    local number = (several[which] or 0) + by
    if number == 0 then
      several[which], several.flags = nil, several.flags - FLAGS[which]
    elseif not several[which] then
      several[which], several.flags = number, several.flags + FLAGS[which]
    else
      several[which] = number
    end
    set.values[name], set.several[name] = CHANGED + (several.flags == 0 and 0 or SEVERAL), several
  end

  function count_one(set, which, name, by)
    local value = set.values[name]
    local low = value % ONE
    local found = low % CHANGED
    if found == 0 then
      set.values[name] = CHANGED + which + ONE * by
    elseif found ~= which then
      count_among(set, which, name, by)
    else
      local number = (value - low) / ONE + by
      set.values[name] = CHANGED + (number == 0 and 0 or which + ONE * number)
    end
  end

  -- The same for the first of some names. In the usual case nothing else is counted there, and it has changed before.
  function count(set, which, names, number, by)
    local values, usual, step = set.values, CHANGED + which, ONE * by
    for n = 1, number do
      local name = names[n]
      local value = values[name]
      if value % ONE == usual and value + step > ONE then
        values[name] = value + step
      else
        count_one(set, which, name, by)
      end
    end
  end

  local function packed_counters(several)
    local field = ''
    for which = 1, #FLAGS do
      if several[which] then
        field = field .. struct.pack(COUNTER_FORMAT, which, several[which])
      end
    end
    return field
  end

  function flush_counters(set)
    local kept, dropped, number = {}, {}, 0
    for name, value in pairs(set.values) do
      local low = value % ONE
      if low == CHANGED then
        dropped[#dropped + 1] = name
      elseif low > CHANGED then
        local which = low - CHANGED
        kept[number + 1] = name
        kept[number + 2] = which == SEVERAL and packed_counters(set.several[name]) or struct.pack(COUNTER_FORMAT, which, (value - low) / ONE)
        number = number + 2
      end
    end
    call_with_many('HSET', set.key, kept)
    call_with_many('HDEL', set.key, dropped)
  end
end
