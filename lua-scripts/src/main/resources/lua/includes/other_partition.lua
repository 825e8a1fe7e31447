-- @include defaults, setting_places, state
-- The partition of an account by its hash; nil if it is this one, or as long as no settings record told the number of partitions.
local function other_partition(account_hash)
  if state.settings[SETTING.PARTITIONS] == UNTOLD then
    return nil
  end
  local right = account_hash % state.settings[SETTING.PARTITIONS]
  return right ~= state.partition and right or nil
end
