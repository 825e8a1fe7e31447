-- @late moving: find_gone
-- @include bounds, existing_of, json_bytes, lock, modes, moved, moved_record, moved_to, state
-- The details of a refusal, see includes/emit, if paths that a request says to exist are gone, or it cannot be known; nil if nothing speaks against
-- them. To be asked only where moves are remembered. A path that is put may be new, so only those above it must exist.

-- Returns what is known of the levels, then of the doubt at each; and the number of levels. A doubt that came after the path, or one above it,
-- was gone is left out: that work found nothing. But it may hide an earlier one.
local function found_on_way_up(target)
  local names, levels, first = {}, target.mode == MODE.PUT and target.levels - 1 or target.levels, math.huge
  for level = 1, levels do
    names[level], names[levels + level] = target.names[level], doubt_name(target.names[level])
  end
  local found = moved_records(names)
  for level = 1, levels do
    local lost, doubt = found[level], found[levels + level]
    if lost and lost[MOVED.IS_GONE] == 1 then
      first = math.min(first, lost[MOVED.EVENT])
    end
    if doubt and doubt[MOVED.EVENT] > first and not counts(doubt[MOVED.EVENT_BEFORE], doubt[MOVED.BEFORE_AT]) then
      found[levels + level] = false
    end
  end
  return found, levels
end

-- Where a path was moved, in the form of includes/moved_to; nil if that is not certain for whoever knows it as of an event. `found` is that of
-- found_on_way_up, the path at `nearest` is gone.
local function certain_move(found, nearest, known)
  local gone = found[nearest]
  if gone[MOVED.REST] == '' or gone[MOVED.EVENT] <= known or gone[MOVED.SAID_AT] + MOVED_TOLD_MS <= state.at then
    return nil
  end
  for level = 1, #found do
    local other = found[level]
    if other and counts(other[MOVED.EVENT_BEFORE], other[MOVED.BEFORE_AT]) and other[MOVED.EVENT_BEFORE] > known then
      return nil
    elseif other and level ~= nearest and (other[MOVED.EVENT] > known or other[MOVED.IS_GONE] == 1)
      and (other[MOVED.IS_GONE] == 0 or other[MOVED.EVENT] < gone[MOVED.EVENT]) then
      return nil
    end
  end
  local levels, path, place = struct.unpack('>BHc0', gone[MOVED.REST])
  local sent = struct.unpack('>Hc0', gone[MOVED.REST], place)
  return {from_levels = nearest, levels = levels, path = path, sent = sent, bytes = json_bytes(sent)}
end

function find_gone(request)
  local known = existing_of(request)
  if not known then
    return nil
  end
  local is_unknown = known > 0 and (known < state.acquires_since or known > state.seq)
  if state.oldest_moved_at == 0 then
    return is_unknown and '' or nil
  end
  local early = forgotten_early(request[LOCK.ACCOUNT])
  is_unknown = is_unknown or known > 0 and known < early
  local is_gone, move, event = false, nil, 0
  for t = 1, #request[LOCK.TARGETS] do
    local found, levels = found_on_way_up(request[LOCK.TARGETS][t])
    local nearest
    for level = #found, 1, -1 do
      local record = found[level]
      nearest = nearest or level <= levels and record and record[MOVED.IS_GONE] == 1 and level
      is_unknown = is_unknown or known > 0 and record and record[MOVED.IS_GONE] == 0 and record[MOVED.EVENT] > known
    end
    if nearest then
      is_gone = true
      move = #request[LOCK.TARGETS] == 1 and early <= known and certain_move(found, nearest, known) or nil
      event = found[nearest][MOVED.EVENT]
    end
  end
  local place = move and not is_unknown and moved_to(request, move) or ''
  if place ~= '' then
    return place .. 'W' .. struct.pack('>I8', event)
  end
  return (is_gone or is_unknown) and '' or nil
end
