-- @include members
local function add_member(key, member, score)
  local members = added[key]
  if not members then
    members = {}
    added[key] = members
  end
  members[member] = score or '0'
end

-- `is_new` says that it came in this call: then it was not written yet, unless the set was.
local function remove_member(key, member, is_new)
  local members = added[key]
  if members and members[member] then
    members[member] = nil
    if is_new and not written[key] then
      return
    end
  end
  members = removed[key]
  if not members then
    members = {}
    removed[key] = members
  end
  members[#members + 1] = member
end
