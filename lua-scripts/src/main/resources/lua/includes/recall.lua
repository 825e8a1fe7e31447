-- What is known of an id: a held lock, an ending that is still remembered, or nil.
local function recall(id)
  local packed = redis.call('HGET', KEY_IDS, id)
  if not packed then
    return nil
  end
  local record = cmsgpack.unpack(packed)
  if record[1] == ENDED and (record[ENDED_AT] <= ended_floor_at() or record[ENDED_NUMBER] <= ended_floor_count()) then
    return nil
  end
  return record
end
