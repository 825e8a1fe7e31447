-- @include charge_reading, holding_of, lock, parse_lock, records
-- Says whether a request names a lock in `holding` that its owner does not hold.
local function names_what_it_does_not_hold(request)
  local holding = holding_of(request)
  for n = 1, #holding do
    local lock = find_lock(holding[n])
    if lock then
      charge_reading(lock)
    end
    if not lock or lock[LOCK.KIND] ~= HELD or lock[LOCK.OWNER] ~= request[LOCK.OWNER] then
      return true
    end
  end
  return false
end
