-- The memory of a path that was moved or removed, and of an account that has such paths, see includes/moved_record.
--   IS_GONE to REST are the places in the record of a path; COUNT to FORGOTTEN_AT those of an account, or of the partition
local MOVED = {
  IS_GONE = 1,
  EVENT = 2,
  SAID_AT = 3,
  EVENT_BEFORE = 4,
  BEFORE_AT = 5,
  CHARGE = 6,
  OF_ACCOUNT = 7,
  PATH = 8,
  REST = 9,
  COUNT = 1,
  CHARGED = 2,
  FORGOTTEN = 3,
  FORGOTTEN_AT = 4
}
