-- @include call_with_many, keys, records
-- Collects the records that change in this call; written at its end.
local changed_records = {}

local function write_record(id, record)
  records[id] = record
  changed_records[id] = record
  locks[id] = nil
end

local function flush_records()
  local kept, dropped, number = {}, {}, 0
  for id, record in pairs(changed_records) do
    if record then
      kept[number + 1], kept[number + 2] = id, record
      number = number + 2
    else
      dropped[#dropped + 1] = id
    end
  end
  write_fields(KEY.IDS, kept, dropped)
end
