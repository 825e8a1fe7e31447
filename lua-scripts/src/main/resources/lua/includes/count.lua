-- @include counters, many
-- Changes counters, and writes what changed.
local count, flush_counters
do
  local WHICH = {}
  for flag = 1, COUNTERS do
    WHICH[FLAGS[flag]] = flag
  end

  function count(set, which, name, by)
    local of_names, masks = set.counts[which], set.masks
    local before = of_names[name]
    if not before then
      of_names[name], masks[name] = by, masks[name] + FLAGS[which]
    elseif before + by == 0 then
      of_names[name], masks[name] = nil, masks[name] - FLAGS[which]
    else
      of_names[name] = before + by
    end
    set.changed[name] = true
  end

  local function packed_counters(set, name)
    local only = WHICH[set.masks[name]]
    if only then
      return struct.pack('>BI4', only, set.counts[only][name])
    end
    local field = ''
    for which = 1, COUNTERS do
      local number = set.counts[which][name]
      if number then
        field = field .. struct.pack('>BI4', which, number)
      end
    end
    return field
  end

  function flush_counters(set)
    local kept, dropped = {}, {}
    for name in pairs(set.changed) do
      if set.masks[name] == 0 then
        dropped[#dropped + 1] = name
      else
        kept[#kept + 1] = name
        kept[#kept + 1] = packed_counters(set, name)
      end
    end
    call_with_many('HSET', set.key, kept)
    call_with_many('HDEL', set.key, dropped)
  end
end
