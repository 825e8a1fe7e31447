-- @include floors, record_fields
-- What is known of an id: a held lock, a waiting request, an ending that is still remembered, or nil.
local function recall(id)
  local record = read_record(id)
  if record and record[1] == ENDED and (record[ENDED_AT] <= ended_floor_at() or record[ENDED_NUMBER] <= ended_floor_count()) then
    return nil
  end
  return record
end
