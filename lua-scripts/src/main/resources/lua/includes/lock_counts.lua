-- @include counters
-- Numbers of held locks (1) and waiting requests (2) of an account and of a sub-account.
local HELD_COUNT, WAITING_COUNT = 1, 2

local function waiting_in(account)
  local of_account = account .. '\0\2'
  if held_counters.values[of_account] == nil then
    load_counters(held_counters, {of_account})
  end
  return counted(held_counters, of_account, WAITING_COUNT)
end
