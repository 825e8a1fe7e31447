-- @include nodes, owner_of, record_fields
-- A waiting or new request as the rules look at it.
local function request_of(account, lock_id, record)
  return {account = account, lock_id = lock_id, id = account .. '\0' .. lock_id, owner = owner_of(record), record = record,
    holding = record[HOLDING], targets = targets_of(account, record)}
end
