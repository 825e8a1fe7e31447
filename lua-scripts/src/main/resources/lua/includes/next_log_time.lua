-- @include bounds
-- Log time at a record, see RULES.md, Log time. Arguments are log time and append time of the record before, 0 if there is none, and the append time
-- of this one.
local function next_log_time(at, before, appended_at)
  return math.max(at, appended_at + math.floor((at - before) / CLOCK_STEP_MS) * CLOCK_STEP_MS)
end
