-- @include read_members
local function add_member(key, member, score)
  local members = added[key]
  if not members then
    added[key] = {score or '0', member}
    return
  end
  local number = #members
  members[number + 1], members[number + 2] = score or '0', member
end

-- `is_new`: the member was added in this call, so it is not in Redis yet, unless the set was written in between.
local function remove_member(key, member, is_new)
  if is_new and not written[key] then
    withdrawn[key] = withdrawn[key] or {}
    withdrawn[key][member] = true
    return
  end
  local members = removed[key]
  if not members then
    removed[key] = {member}
    return
  end
  members[#members + 1] = member
end
