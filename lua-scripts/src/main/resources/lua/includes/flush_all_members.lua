-- @include read_members
-- Writes the members of all sets; their order does not matter, as each set is a key of its own.
local function flush_all_members()
  for key in pairs(added) do
    flush_members(key)
  end
  for key in pairs(removed) do
    flush_members(key)
  end
end
