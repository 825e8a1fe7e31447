-- @include add_held, records
-- The record of a lock that stays held.
local WAITED_MS_PLACE = 26

local function held_record(lock, expires_at, asked)
  local waited_ms = struct.unpack('>I4', lock.bytes, WAITED_MS_PLACE)
  return struct.pack(TIMES_FORMAT, HELD, lock.number, lock.since, expires_at, waited_ms, #asked) .. lock_bytes(lock) .. asked
end
