-- @include call_with_many, keys, records
-- Collects the records that change in this call; written at its end.
local write_record, flush_records
do
  local changed = {}

  function write_record(id, record)
    records[id] = record
    changed[id] = record
    locks[id] = nil
  end

  function flush_records()
    local kept, dropped, number = {}, {}, 0
    for id, record in pairs(changed) do
      if record then
        kept[number + 1], kept[number + 2] = id, record
        number = number + 2
      else
        dropped[#dropped + 1] = id
      end
    end
    write_fields(KEY.IDS, kept, dropped)
  end
end
