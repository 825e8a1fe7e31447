-- @include read_members
-- In any order: each is a set of its own.
local function flush_all_members()
  for key in pairs(added) do
    flush_members(key)
  end
  for key in pairs(removed) do
    flush_members(key)
  end
end
