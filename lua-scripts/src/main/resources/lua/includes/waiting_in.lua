-- @include counters
local function waiting_in(account)
  if not counters.values[account] then
    read_counters(counters, {account})
  end
  return counted(counters, WAITING_REQUESTS, account)
end
