-- Up to five held locks of others that conflict with the targets, as JSON members blockedBy and moreBlockers: for each target in turn those above
-- from the root, at its path, below it in path order; equal paths by token; each lock once, with the first pair found.
local RELATION_NAMES = {'SAME', 'ANCESTOR', 'DESCENDANT'}

-- The first of a lock's targets at a path whose mode is one of `modes`.
local function target_json(lock, path, modes)
  for n = TARGETS, #lock, 3 do
    if lock[n + 1] == path then
      for m = 1, #modes do
        if modes[m] == lock[n] then
          return lock[n + 2]
        end
      end
    end
  end
end

local function blocker_json(account, lock_id, path, modes, relation)
  local lock = cmsgpack.unpack(redis.call('HGET', KEY_IDS, account .. '\0' .. lock_id))
  return '{"lockId":' .. lock[LOCK_ID_JSON] .. ',' .. lock[HEAD_JSON] .. ',' .. target_json(lock, path, modes)
    .. ',"expiresAt":' .. text(lock[EXPIRES_AT]) .. ',"relation":"' .. RELATION_NAMES[relation] .. '","waiting":false}'
end

local function blockers_json(account, owner, targets)
  local listed, seen, more = {}, {}, false
  local relation, modes
  local function visit(member)
    local path, lock_id = string.match(member, '^[^%z]*%z([^%z]*)%z[^%z]*%z([^%z]*)%z')
    if seen[lock_id] then
      return true
    end
    if #listed == 5 then
      more = true
      return false
    end
    seen[lock_id] = true
    listed[#listed + 1] = blocker_json(account, lock_id, path, modes, relation)
    return true
  end
  local function walk(total, own, conflicting, shift, prefix)
    modes = not more and modes_of_others(total, own, conflicting[relation], shift)
    if modes then
      walk_index(modes, prefix, owner, visit)
    end
  end
  for t = 1, #targets do
    local target = targets[t]
    local totals, owns, conflicting = target.totals, target.owns, CONFLICTS[target.mode]
    local depth = #totals
    for n = 1, depth do
      relation = n < depth and ANCESTOR or SAME
      walk(totals[n], owns[n], conflicting, 0, totals[n] .. '\0')
    end
    relation = DESCENDANT
    walk(totals[depth], owns[depth], conflicting, 5, totals[depth] .. '\1')
  end
  return ',"blockedBy":[' .. table.concat(listed, ',') .. ']' .. (more and ',"moreBlockers":true' or '')
end
