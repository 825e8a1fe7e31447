-- @include call_with_many
-- Collects the members that a call adds to sorted sets and removes from them. They are written together, at the end of the call or before the set is
-- read; so all reads go through read_members. A removed member is never added again. A member that is added and removed before that is not written.
-- By key: `added` has scores and members in turn, `withdrawn` the added members that were removed again.
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

local function write_collected(key)
  if added[key] or removed[key] then
    flush_members(key)
  end
end

local function read_members(command, key, ...)
  write_collected(key)
  return redis.call(command, key, ...)
end
