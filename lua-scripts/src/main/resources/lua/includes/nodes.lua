-- The counter fields of a path and all paths above it, from the root down: of all owners and of one; loads them.
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
  load_counters(fields)
  state.work = state.work + 2 * n
  return totals, owns
end

-- The counter fields of an account's and a sub-account's number of locks.
local function lock_count_fields(account, sub_account)
  return account .. '\0\2', account .. '\0\2' .. sub_account
end

-- Counts one target in (by = 1) or out (by = -1).
local function count_target(totals, owns, mode, by)
  local depth = #totals
  for n = 1, depth do
    local number = n == depth and mode or mode + 5
    count(totals[n], number, by)
    count(owns[n], number, by)
  end
end
