-- @include counters, owner_of, record_fields, state
-- The counter fields of a path and all paths above it, from the root down: of all owners and of one.
local function nodes_of(account, owner, path)
  local totals, owns, fields = {}, {}, {}
  local prefix, suffix = account .. '\0', '\0' .. owner
  local n, start = 0, 1
  while start do
    local boundary = string.find(path, '\1', start, true)
    local total = prefix .. (boundary and string.sub(path, 1, boundary - 1) or path)
    n = n + 1
    totals[n], owns[n] = total, total .. suffix
    fields[2 * n - 1], fields[2 * n] = total, owns[n]
    start = boundary and boundary + 1
  end
  state.work = state.work + 2 * n
  return totals, owns, fields
end

-- The targets of a record with their counter fields.
local function targets_of(account, record)
  local targets, owner = {}, owner_of(record)
  for n = TARGETS, #record, 3 do
    local target = {mode = record[n], path = record[n + 1]}
    target.totals, target.owns, target.fields = nodes_of(account, owner, target.path)
    targets[#targets + 1] = target
  end
  return targets
end

local function load_targets(set, targets)
  if targets[set] then
    return
  end
  targets[set] = true
  for t = 1, #targets do
    load_counters(set, targets[t].fields)
  end
end
