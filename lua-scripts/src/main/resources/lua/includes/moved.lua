-- The memory of a path that was moved or removed, and of an account that has such paths, see includes/moved_record.
--   GONE to EXISTS are what a path may be; WHAT to REST the places in its record; COUNT to FORGOTTEN_AT those of an account
local MOVED = {
  GONE = 1,
  DOUBT = 2,
  EXISTS = 3,
  WHAT = 1,
  EVENT = 2,
  SAID_AT = 3,
  EVENT_BEFORE = 4,
  BEFORE_AT = 5,
  CHARGE = 6,
  OF_ACCOUNT = 7,
  REST = 8,
  COUNT = 1,
  CHARGED = 2,
  FORGOTTEN = 3,
  FORGOTTEN_AT = 4
}
