-- @include counters
-- The counter fields of an account and of a sub-account, loaded.
local function lock_count_fields(account, sub_account)
  local of_account = account .. '\0\2'
  local of_sub_account = of_account .. sub_account
  if held_counters.values[of_account] == nil or held_counters.values[of_sub_account] == nil then
    load_counters(held_counters, {of_account, of_sub_account})
  end
  return of_account, of_sub_account
end
