-- Numbers of held locks (1) and waiting requests (2) of an account and of a sub-account.
local HELD_COUNT, WAITING_COUNT = 1, 2

local function lock_count_fields(account, sub_account)
  local of_account = account .. '\0\2'
  local of_sub_account = of_account .. sub_account
  if held_counters.values[of_account] == nil or held_counters.values[of_sub_account] == nil then
    load_counters(held_counters, {of_account, of_sub_account})
  end
  return of_account, of_sub_account
end

local function count_lock(account, record, which, by)
  local of_account, of_sub_account = lock_count_fields(account, record[SUB_ACCOUNT])
  count(held_counters, of_account, which, by)
  count(held_counters, of_sub_account, which, by)
end

local function waiting_in(account)
  local of_account = account .. '\0\2'
  if held_counters.values[of_account] == nil then
    load_counters(held_counters, {of_account})
  end
  return counted(held_counters, of_account, WAITING_COUNT)
end
