-- @include call_with_many, keys, records
-- Reads records at once.
local function read_records(ids)
  local missing, number = {}, 0
  for n = 1, #ids do
    local id = ids[n]
    if records[id] == nil then
      records[id], number = false, number + 1
      missing[number] = id
    end
  end
  local found = read_fields(KEY.IDS, missing)
  for n = 1, number do
    records[missing[n]] = found[n]
  end
end
