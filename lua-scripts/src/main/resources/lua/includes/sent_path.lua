-- @include lock, note_of
-- SENT stands behind NOTE in LOCK: how its paths are compared (1). SENT_OTHERWISE: without case, and some were sent in another form; then follows
-- the path key of each target as it was sent, with its length before it (2).
local SENT_OTHERWISE = 2

-- The path key of a target of a lock, as it was sent, and how it is compared.
local function sent_path(lock, target)
  local bytes, place = lock[LOCK.BYTES], note_place(lock)
  place = place + 2
  if string.sub(bytes, place - 2, place - 1) ~= NO_NOTE then
    place = place + 2 + struct.unpack('>H', bytes, place)
  end
  local comparison = string.byte(bytes, place)
  if comparison ~= SENT_OTHERWISE then
    return target.path, comparison
  end
  place = place + 1
  for t = 1, #lock[LOCK.TARGETS] do
    local path, next_place = struct.unpack('>Hc0', bytes, place)
    if lock[LOCK.TARGETS][t] == target then
      return path, comparison
    end
    place = next_place
  end
end
