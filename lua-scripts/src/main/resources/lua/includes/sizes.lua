-- @include keys
-- The size of each key; false if it must be counted, see includes/count_sizes and includes/change. All are named here so that the table has room for
-- them.
local sizes = {[KEY.IDS] = false, [KEY.COUNTERS] = false, [KEY.INDEX] = false, [KEY.OWN] = false, [KEY.LEASES] = false, [KEY.ENDED] = false,
  [KEY.OUTBOX] = false, [KEY.USAGE] = false, [KEY.USAGE_ORDER] = false, [KEY.QUEUE] = false, [KEY.WAITS] = false, [KEY.WAIT_INDEX] = false,
  [KEY.NAMERS] = false, [KEY.MOVED] = false, [KEY.MOVED_ORDER] = false, [KEY.MOVED_TIMES] = false, [KEY.SESSIONS] = false,
  [KEY.SESSION_TIMES] = false, [KEY.BOUND] = false}
