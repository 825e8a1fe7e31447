-- @include keys, many, records
-- Reads records at once.
local function read_records(ids)
  local missing = {}
  for n = 1, #ids do
    if records[ids[n]] == nil then
      missing[#missing + 1] = ids[n]
      records[ids[n]] = false
    end
  end
  local found = read_fields(KEY.IDS, missing)
  for n = 1, #missing do
    records[missing[n]] = found[n]
  end
end
