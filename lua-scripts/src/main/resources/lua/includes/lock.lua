-- Places in the table of a held lock, a waiting request or a new request, see includes/parse_lock: a list is made faster than a table by name.
--   KIND to UNTIL_AT are those of a record of ids, nil for a new request; BYTES has LOCK from PLACE on
--   COST is the work of adding or removing it, see includes/fits; IS_READ says that its counters are read, see includes/read_counters_of
--   ARRIVAL is there for a request that waited, while it is looked at again, see includes/promote
--   OWNER to WHO_PLACE are those of LOCK, in its order
--   ASKING is there for a new request that asks holders to yield, see includes/read_ahead
local LOCK = {
  ID = 1,
  BYTES = 2,
  PLACE = 3,
  KIND = 4,
  NUMBER = 5,
  SINCE = 6,
  UNTIL_AT = 7,
  COST = 8,
  IS_READ = 9,
  ARRIVAL = 10,
  TARGETS = 11,
  OWNER = 12,
  LEASE_MS = 13,
  WAIT_MS = 14,
  MAX_HOLD_MS = 15,
  HELD_BYTES = 16,
  WAITING_BYTES = 17,
  ENDED_BYTES = 18,
  ACCOUNT = 19,
  SUB_ACCOUNT = 20,
  HOLDING_COUNT = 21,
  TARGET_COUNT = 22,
  WHO_PLACE = 23,
  ASKING = 24
}
