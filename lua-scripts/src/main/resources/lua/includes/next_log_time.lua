-- @include bounds
-- Log time at a record, see RULES.md, Log time. Arguments are log time and append time of the record before, 0 if there is none, and the append time
-- of this one.
local function next_log_time(at, before, appended_at)
  local ahead = at - before
  local next_at = appended_at + ahead - ahead % CLOCK_STEP_MS
  return next_at > at and next_at or at
end
