-- @include count_sizes, sizes
-- Asks at once whether all keys that meta remembers as empty still are; then they need not be counted one by one.
local function count_empty(remembered)
  if not remembered or #remembered ~= #NO_SIZES then
    return
  end
  local known, empty = {struct.unpack(SIZES_FORMAT, remembered)}, {}
  for n = 1, #SIZE_COMMANDS do
    if known[n] == 0 then
      empty[#empty + 1] = KEYS[SIZED_BEHIND + n]
    end
  end
  if #empty > 1 and redis.call('EXISTS', unpack(empty)) == 0 then
    for n = 1, #empty do
      sizes[empty[n]] = 0
    end
  end
end
