-- @include counters
local function waiting_in(account)
  read_counters(counters, {account})
  return counted(counters, WAITING_REQUESTS, account)
end
