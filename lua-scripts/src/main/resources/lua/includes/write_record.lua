-- @include keys, many, records
-- Records that change in this call; written at its end.
local write_record, flush_records
do
  local changed = {}

  function write_record(id, record)
    records[id], locks[id] = record, nil
    changed[id] = true
  end

  function flush_records()
    local kept, dropped, number = {}, {}, 0
    for id in pairs(changed) do
      if records[id] then
        kept[number + 1], kept[number + 2] = id, records[id]
        number = number + 2
      else
        dropped[#dropped + 1] = id
      end
    end
    call_with_many('HSET', KEY.IDS, kept)
    call_with_many('HDEL', KEY.IDS, dropped)
  end
end
