-- @rare blocked_by
-- @include blockers, bounds, records, state, who
-- The first blockers of a request as a part of the details, see includes/emit: 'B', how many (1 byte), 1 if there are more, each: 1 if it waits,
-- relation, mode (1 each), expiresAt or deadline (8), length of the path key (2), path key, WHO with its length before it. With `pause`, see
-- includes/blockers, nil if the search was broken off; pause.listed are those found so far.
function blocked_by(request, pause)
  local listed, more = pause and pause.listed or {}, 0
  each_blocker(request, function(lock, target, relation)
    if #listed == MOST_BLOCKERS then
      more = 1
      return false
    end
    state.work = state.work + 5
    listed[#listed + 1] = struct.pack('>BBBI8H', lock.kind == WAITING and 1 or 0, relation, target.mode, lock.until_at, #target.path) .. target.path
      .. who_of(lock)
    return true
  end, pause)
  if pause and pause.is_due then
    return nil
  end
  return 'B' .. string.char(#listed, more) .. table.concat(listed)
end
