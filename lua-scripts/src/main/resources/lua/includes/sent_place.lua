-- @include lock, note_of
-- SENT stands behind NOTE in LOCK: how its paths are compared (1). EXISTING is added where the request says that they exist; then follows the event
-- as of which they do, or 0 (8). SENT_OTHERWISE: without case, and some were sent in another form; then follows the path key of each target as it
-- was sent, with its length before it (2).
local SENT_OTHERWISE, EXISTING = 2, 4

local function sent_place(lock)
  local bytes, place = lock[LOCK.BYTES], note_place(lock)
  place = place + 2
  if string.sub(bytes, place - 2, place - 1) ~= NO_NOTE then
    place = place + 2 + struct.unpack('>H', bytes, place)
  end
  return place
end
