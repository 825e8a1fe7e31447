-- @include defaults, state, text
-- The partition of an account by its hash, if that is not this one; nil also as long as no record told how many there are.
local function other_partition(hash)
  if state.settings.partitions == UNTOLD then
    return nil
  end
  local right = tonumber(hash) % state.settings.partitions
  return right ~= state.partition and text(right) or nil
end
