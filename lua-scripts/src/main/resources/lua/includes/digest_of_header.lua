-- @include read_header
-- The fields of meta have a digest, so that damage, and writes of anybody else, are noticed.
local function digest_of_header(packed, numbers, settings, todo)
  return redis.sha1hex(packed .. numbers .. settings .. todo)
end

local function is_digest_right(header)
  return header[SIZES] and header[NUMBERS] and header[SETTINGS_PLACE] and header[TODO]
    and header[DIGEST] == digest_of_header(header[SIZES], header[NUMBERS], header[SETTINGS_PLACE], header[TODO])
end
