-- @include lock
-- NOTE stands behind WHO in LOCK: the bytes that the note has in JSON, 0 if there is none (2); then its length (2) and the note as blockers show it.
local NO_NOTE = '\0\0'

local function note_place(lock)
  return lock[LOCK.WHO_PLACE] + 2 + struct.unpack('>H', lock[LOCK.BYTES], lock[LOCK.WHO_PLACE])
end

-- The NOTE of a lock, and the bytes that it has in JSON.
local function note_of(lock)
  local place = note_place(lock)
  local json = struct.unpack('>H', lock[LOCK.BYTES], place)
  if json == 0 then
    return NO_NOTE, 0
  end
  return string.sub(lock[LOCK.BYTES], place, place + 3 + struct.unpack('>H', lock[LOCK.BYTES], place + 2)), json
end
