-- @include ask, keys, read_header
-- Says whether KEY.TOUCHED has its type, if a record is half applied: another program may have made another key of that name.
local function is_touched_ours(header)
  return header[TODO] == '' or ask('HLEN', KEY.TOUCHED)
end
