-- @include read_header
-- Says whether the state has an earlier format. Such a state is rebuilt from the log; a state of a later format is left alone.
local function is_older(header)
  return header[IDENTITY] and (tonumber(header[FORMAT_PLACE] or '1') or math.huge) < tonumber(FORMAT)
end
