-- @include keys, many, records
-- Records that change in this call; written at its end.
local write_record, flush_records
do
  local changed = {}

  local function as_it_is(record)
    return record
  end

  function write_record(id, record)
    records[id] = record
    changed[id] = record
    locks[id] = nil
  end

  function flush_records()
    write_fields(KEY.IDS, changed, as_it_is)
  end
end
