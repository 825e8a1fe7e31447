-- @include keys, many, state, usage
-- Writes what changed of usage, and drops what includes/forget found empty.
local dropped_usage = {}

local function flush_usage()
  local kept, order, number = {}, state.usage_order, 0
  for name, used in pairs(usage) do
    if used[IS_CHANGED] then
      kept[number + 1] = name
      kept[number + 2] = struct.pack(USAGE_FORMAT, used[1], used[2], used[3], used[4], used[5], used[6], used[7], used[9], used[10], used[11],
        used[12], #used[8]) .. used[8] .. used[13]
      number = number + 2
      if used[IS_NEW] then
        order[#order + 1] = struct.pack('>I8', state.at) .. name
      end
    end
  end
  call_with_many('HSET', KEY.USAGE, kept)
  call_with_many('HDEL', KEY.USAGE, dropped_usage)
  call_with_many('RPUSH', KEY.USAGE_ORDER, order)
  if #order > 0 and state.oldest_usage_at == 0 then
    state.oldest_usage_at = state.at
  end
end
