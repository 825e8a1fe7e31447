-- @include read_members, sizes
-- Says without a look at Redis that a set has no member; false if its size is not known.
local function is_without_members(key)
  write_collected(key)
  return sizes[key] == 0
end
