-- @include lock, records
-- Whether an id is that of a held lock or a waiting request.
local function is_alive(id)
  local record = read_record(id)
  return record and string.byte(record) ~= ENDED
end

-- The ids that it names in `holding`.
local function holding_of(lock)
  return lock.holding_count == 0 and {} or names_at(lock.bytes, lock.place + HOLDING_PLACE, lock.holding_count)
end
