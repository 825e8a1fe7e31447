-- @include state, text
-- The partition of an account by its hash, if that is not this one; else nil.
local function other_partition(hash)
  local right = tonumber(hash) % state.settings.partitions
  return right ~= state.partition and text(right) or nil
end
