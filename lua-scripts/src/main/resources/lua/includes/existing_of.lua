-- @include lock, sent_place
-- The event as of which the paths of a request exist, 0 if as of its decision; nil if it does not say that they do.
local function existing_of(lock)
  local place = sent_place(lock)
  if string.byte(lock[LOCK.BYTES], place) < EXISTING then
    return nil
  end
  return (struct.unpack('>I8', lock[LOCK.BYTES], place + 1))
end
