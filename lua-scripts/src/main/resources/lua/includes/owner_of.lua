-- @include record_fields
-- The owner of a record as keys carry it: subAccount NUL session.
local function owner_of(record)
  return record[SUB_ACCOUNT] .. '\0' .. record[SESSION]
end
