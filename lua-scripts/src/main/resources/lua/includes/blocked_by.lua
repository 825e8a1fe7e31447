-- @late waiting: blocked_by, closed_by, closing_part, frozen_by
-- @include bounds, counters, each_blocker, flags, json_bytes, lock, modes, note_of, read_counters_of, records, sent_path, session_of, state
-- @include take_up, who_of
-- The first blockers of a request as a part of the details, see includes/emit: 'B', how many (1 byte), 1 if there are more, each: 1 if it waits,
-- relation, mode, how its path is compared, see includes/sent_place, 1 if it is cut (1 each), expiresAt or deadline (8), length of the path key (2),
-- path key, WHO with its length before it, NOTE. The list ends at `most_bytes`, BLOCKERS_BYTES if that is nil, see includes/json_bytes; a note is
-- left out where only its blocker fits.
-- Nil if the search was broken off, see includes/take_up; pause.listed has the blockers found so far, pause.listed_bytes their bytes.
local function is_inside_character(path, place)
  local byte = string.byte(path, place)
  return byte >= 128 and byte < 192
end

-- A path key, without its middle if it is too long, and 1 if it was cut, else 0. No character is cut.
local function shortened(path)
  if #path <= PATH_BYTES then
    return path, 0
  end
  local last, first = PATH_END_BYTES, #path - PATH_END_BYTES + 1
  while is_inside_character(path, last + 1) do
    last = last - 1
  end
  while is_inside_character(path, first) do
    first = first + 1
  end
  return string.sub(path, 1, last) .. ELLIPSIS .. string.sub(path, first), 1
end

-- As blocked_by, of those that `each` visits; `only` is that of includes/each_blocker. The second result is the latest end among those listed.
local function listed_of(request, pause, most_bytes, each, only)
  local listed, bytes, more = pause.listed, pause.listed_bytes, 0
  each(request, function(lock, target, relation)
    local sent, comparison = sent_path(lock, target)
    local path, is_cut = shortened(sent)
    local id, sub_account, session = names_of_who(lock)
    bytes = bytes + BLOCKER_BYTES + json_bytes(id) + json_bytes(sub_account) + json_bytes(session) + math.max(1, json_bytes(path))
    if #listed == MOST_BLOCKERS or bytes > most_bytes then
      more = 1
      return false
    end
    local note, note_bytes = note_of(lock)
    if bytes + note_bytes > most_bytes then
      note, note_bytes = NO_NOTE, 0
    end
    bytes = bytes + note_bytes
    state.work = state.work + 5
    local until_at, waits = lock[LOCK.UNTIL_AT], lock[LOCK.KIND] == WAITING
    if lock[LOCK.LEASE_MS] == 0 and not waits then
      until_at = end_of_bound(lock)
    end
    listed[#listed + 1] = struct.pack('>BBBBBI8H', waits and 1 or 0, relation, target.mode, comparison, is_cut, until_at, #path)
      .. path .. who_of(lock) .. note
    pause.latest = math.max(pause.latest, until_at)
    return true
  end, pause, only)
  pause.listed_bytes = bytes
  if pause.is_due and more == 0 then
    return nil
  end
  return 'B' .. string.char(#listed, more) .. table.concat(listed), pause.latest
end

function blocked_by(request, pause, most_bytes)
  return (listed_of(request, pause, most_bytes or BLOCKERS_BYTES, each_blocker))
end

-- Says whether anybody holds a freeze that overlaps a target.
local function meets_a_freeze(request)
  read_counters_of(request)
  for t = 1, #request[LOCK.TARGETS] do
    local target = request[LOCK.TARGETS][t]
    for level = 1, target.levels do
      local flags = flags_of(target.names[level])
      if bit.band(flags, FLAGS[MODE.FREEZE]) ~= 0 or level == target.levels and bit.band(flags, FLAGS[BELOW + MODE.FREEZE]) ~= 0 then
        return true
      end
    end
  end
  return false
end

-- The first locks that close the account to a request, in the form of blocked_by; false if none does. Nil if the search was broken off.
function closed_by(request, pause)
  read_counters_of(request)
  if bit.band(flags_of(request[LOCK.TARGETS][1].names[1]), FLAGS[MODE.CLOSE]) == 0 then
    return false
  end
  local closing = listed_of(request, pause, BLOCKERS_BYTES, each_held_blocker, MODE.CLOSE)
  if closing and #pause.listed == 0 then
    return false
  end
  return closing
end

-- The same in one go: only the levels of the request and the first locks that close the account are looked at.
function closing_part(request)
  return closed_by(request, take_up(restart({}), math.huge))
end

-- The first freezes that are in the way of a request, in the form of blocked_by, and the latest end among them; false if there are none.
function frozen_by(request, pause)
  if not meets_a_freeze(request) then
    return false
  end
  return listed_of(request, pause, BLOCKERS_BYTES, each_held_blocker, MODE.FREEZE)
end
