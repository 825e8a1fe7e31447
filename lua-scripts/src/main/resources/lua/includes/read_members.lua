-- @include call_with_many
-- Members of the sorted sets that come and go in this call: kept back and written together, at its end or before the set is read. All reads go
-- through read_members. No member comes again once it went. One that comes and goes before it is written never is.
-- By key: `added` has scores and members in turn, `withdrawn` the members that are not to be added after all.
local added, removed, withdrawn, written = {}, {}, {}, {}

local function flush_members(key)
  local scored, gone = added[key] or {}, withdrawn[key]
  if gone then
    local kept = {}
    for n = 1, #scored, 2 do
      if not gone[scored[n + 1]] then
        kept[#kept + 1], kept[#kept + 2] = scored[n], scored[n + 1]
      end
    end
    scored = kept
  end
  call_with_many('ZADD', key, scored)
  call_with_many('ZREM', key, removed[key] or {})
  added[key], removed[key], withdrawn[key], written[key] = nil, nil, nil, true
end

local function read_members(command, key, ...)
  if added[key] or removed[key] then
    flush_members(key)
  end
  return redis.call(command, key, ...)
end
