-- @include lock
-- An acquire that is handed in; parsed once.
local parse_request
do
  local requests = {}

  function parse_request(id, bytes)
    local request = requests[bytes]
    if not request then
      request = parse_lock(id, bytes, 1)
      requests[bytes] = request
    end
    return request
  end
end
