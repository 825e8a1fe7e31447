-- @late waiting: move_of, moved_to
-- @include bounds, json_bytes, lock, operations, sent_path, state, who_of
-- The new place of paths that a rename or a move took away.
local SEPARATOR = '\1'

-- Bytes of a folder's path of which the escapes are counted for the work of one unit.
local BYTES_PER_UNIT = 50

-- Where a lock moved its path: number of levels of its path, levels and path key of its destination, that key as it was sent, and its bytes in
-- JSON. Nil unless its operation is a rename or a move.
function move_of(lock)
  local operation = string.byte(who_of(lock), -1)
  if operation ~= OPERATION.RENAME and operation ~= OPERATION.MOVE then
    return nil
  end
  local from, to = lock[LOCK.TARGETS][1], lock[LOCK.TARGETS][2]
  local sent = sent_path(lock, to)
  return {from_levels = from.levels, levels = to.levels, path = to.path, sent = sent, bytes = json_bytes(sent)}
end

-- The rest of a path key behind the level that was moved.
local function rest_of(path, levels)
  local place = 1
  for _ = 1, levels do
    place = string.find(path, SEPARATOR, place + 1, true) or #path + 1
  end
  return string.sub(path, place)
end

-- The new place of the path of a request as a part of the details, see includes/emit. It is certain for a request of one target. '' otherwise, and
-- if it would be no path, or one that is much longer than that of the request. Both have the same rest, so only the folders are compared.
function moved_to(request, move)
  local target = request[LOCK.TARGETS][1]
  if #request[LOCK.TARGETS] > 1 or target.levels - move.from_levels + move.levels > MOST_SEGMENTS + 1 then
    return ''
  end
  local levels, asked = move.from_levels - 1, sent_path(request, target)
  local rest = rest_of(asked, levels)
  local place, compared = move.sent .. rest, #move.path + #rest_of(target.path, levels)
  local folder = string.sub(asked, 1, #asked - #rest)
  state.work = state.work + #folder / BYTES_PER_UNIT
  if math.max(#place, compared) > MOST_PATH_BYTES or move.bytes > json_bytes(folder) + MOVED_BYTES then
    return ''
  end
  return 'M' .. struct.pack('>H', #place) .. place
end
