-- @include many
-- Members of the sorted sets that come and go in this call: kept back and written together, at its end or before the set is read. A member that
-- comes and goes within the call is never written. All reads go through read_members.
local added, removed, written = {}, {}, {}

local function flush_members(key)
  local scored, gone = {}, removed[key] or {}
  for member, score in pairs(added[key] or {}) do
    scored[#scored + 1] = score
    scored[#scored + 1] = member
  end
  call_with_many('ZREM', key, gone)
  call_with_many('ZADD', key, scored)
  added[key], removed[key], written[key] = nil, nil, true
end

local function read_members(command, key, ...)
  if added[key] or removed[key] then
    flush_members(key)
  end
  return redis.call(command, key, ...)
end
