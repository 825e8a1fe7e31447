-- @include records
-- Whether an id is that of a held lock or a waiting request.
local function is_alive(id)
  local record = read_record(id)
  return record and string.byte(record) ~= ENDED
end
