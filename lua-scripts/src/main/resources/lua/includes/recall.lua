-- @include ended_floor_at, ending_format, lock, parse_lock
-- Finds a held lock, a waiting request or a remembered ending by its id; nil if there is none.
local function recall(id)
  local lock, record = find_lock(id)
  if not record then
    return lock
  end
  local kind, number, at, type, reason, digest, owner, length, place = struct.unpack(ENDING_FORMAT, record)
  if at <= ended_floor_at() then
    return nil
  end
  return {[LOCK.KIND] = kind, [LOCK.NUMBER] = number, [LOCK.OWNER] = owner, at = at, type = type, reason = reason, digest = digest,
    details = string.sub(record, place, place + length - 1), who = string.sub(record, place + length)}
end
