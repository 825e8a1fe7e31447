-- @include lock, sent_place
-- The path key of a target of a lock, as it was sent, and how it is compared.
local function sent_path(lock, target)
  local bytes, place = lock[LOCK.BYTES], sent_place(lock)
  local comparison = string.byte(bytes, place)
  if comparison >= EXISTING then
    comparison, place = comparison - EXISTING, place + 8
  end
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
