-- @include ask, keys, read_header
-- Whether KEY.TOUCHED has its type, if a record is half applied: somebody else may have made another key of that name.
local function is_touched_ours(header)
  return header[TODO] == '' or ask('HLEN', KEY.TOUCHED)
end
