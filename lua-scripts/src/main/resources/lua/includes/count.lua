-- @include counters, lock_count_fields, modes, record_fields, state
-- Changes counters, and writes back what changed.
local function count(set, field, number, by)
  local c = set.values[field]
  if not c then
    c = {packed = NOTHING}
    set.values[field] = c
  end
  c[number] = counted(set, field, number) + by
  if number <= MODES then
    c.any_at = true
  else
    c.any_below = true
  end
  set.changed[field] = c
end

local function packed_counters(c)
  local packed = c.packed
  for number = 1, NUMBERS do
    if c[number] then
      packed = string.sub(packed, 1, (number - 1) * NUMBER_BYTES) .. struct.pack('>I4', c[number])
        .. string.sub(packed, number * NUMBER_BYTES + 1)
    end
  end
  return packed
end

local function flush_counters(set)
  local kept, dropped = {}, {}
  for field, c in pairs(set.changed) do
    local packed = packed_counters(c)
    if packed == NOTHING then
      dropped[#dropped + 1] = field
    else
      kept[#kept + 1] = field
      kept[#kept + 1] = packed
    end
  end
  for from = 1, #kept, FIELDS_PER_CALL do
    redis.call('HSET', set.key, unpack(kept, from, math.min(from + FIELDS_PER_CALL - 1, #kept)))
  end
  for from = 1, #dropped, FIELDS_PER_CALL do
    redis.call('HDEL', set.key, unpack(dropped, from, math.min(from + FIELDS_PER_CALL - 1, #dropped)))
  end
end

-- Counts targets in (by = 1) or out (by = -1). The work charged is that of the counters and of the index members that come or go with them.
local function count_targets(set, targets, by)
  for t = 1, #targets do
    local mode, totals, owns = targets[t].mode, targets[t].totals, targets[t].owns
    local depth = #totals
    state.work = state.work + 6 * depth
    for n = 1, depth do
      local number = n == depth and mode or mode + MODES
      count(set, totals[n], number, by)
      count(set, owns[n], number, by)
    end
  end
end

local function count_lock(account, record, which, by)
  local of_account, of_sub_account = lock_count_fields(account, record[SUB_ACCOUNT])
  count(held_counters, of_account, which, by)
  count(held_counters, of_sub_account, which, by)
end
