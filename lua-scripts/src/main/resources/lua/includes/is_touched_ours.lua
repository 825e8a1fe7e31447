-- @include ask, keys, read_header
-- Whether what a record that is half applied has left to the next call can be there: nobody else has made another key of that name.
local function is_touched_ours(header)
  return header[TODO] == '' or ask('HLEN', KEY.TOUCHED)
end
