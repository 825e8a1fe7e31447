-- @include keys, read_header
-- The fields of meta have a digest, so that damage, and writes of anybody else, are noticed.
local digest_of_header
do
  -- The last header of each partition, and its digest: mostly the next call reads what the last one wrote. Functions keep them from call to call.
  local headers, digests = {}, {}

  function digest_of_header(packed, numbers, settings, todo)
    local header = packed .. numbers .. settings .. todo
    if header ~= headers[KEY.META] then
      headers[KEY.META], digests[KEY.META] = header, redis.sha1hex(header)
    end
    return digests[KEY.META]
  end
end

local function is_digest_right(header)
  return header[SIZES] and header[NUMBERS] and header[SETTINGS_PLACE] and header[TODO]
    and header[DIGEST] == digest_of_header(header[SIZES], header[NUMBERS], header[SETTINGS_PLACE], header[TODO])
end
