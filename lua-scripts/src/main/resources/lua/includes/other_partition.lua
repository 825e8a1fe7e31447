-- @include defaults, setting_places, state
-- The partition of an account by its hash, if that is not this one; nil also as long as no record told how many there are.
local function other_partition(account_hash)
  if state.settings[SETTING.PARTITIONS] == UNTOLD then
    return nil
  end
  local right = account_hash % state.settings[SETTING.PARTITIONS]
  return right ~= state.partition and right or nil
end
