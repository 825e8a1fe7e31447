-- @include read_header
-- What meta says of a state has a digest, so that what anybody else writes there, or a damage, is noticed.
local function digest_of_header(packed, numbers, settings, todo)
  return redis.sha1hex(packed .. numbers .. settings .. todo)
end

local function is_digest_right(header)
  return header[SIZES] and header[NUMBERS] and header[SETTINGS_PLACE] and header[TODO]
    and header[DIGEST] == digest_of_header(header[SIZES], header[NUMBERS], header[SETTINGS_PLACE], header[TODO])
end
