-- @include add_held, lock, records
-- The record of a lock that stays held.
local WAITED_MS_PLACE = 26

local function held_record(lock, expires_at, asked)
  local waited_ms = struct.unpack('>I4', lock[LOCK.BYTES], WAITED_MS_PLACE)
  return struct.pack(TIMES_FORMAT, HELD, lock[LOCK.NUMBER], lock[LOCK.SINCE], expires_at, waited_ms, #asked) .. lock_bytes(lock) .. asked
end
