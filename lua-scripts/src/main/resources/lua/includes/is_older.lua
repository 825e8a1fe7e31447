-- @include read_header
-- Whether an earlier version has laid the state out. What it knows stands in the log, so it is built anew; of a later version's nothing is known.
local function is_older(header)
  return header[IDENTITY] and (tonumber(header[FORMAT_PLACE] or '1') or math.huge) < tonumber(FORMAT)
end
