-- @late records: flush_all
-- @include count, counters, emit, flush_members, flush_usage, remember, write_record
-- Writes what changed in this call.
function flush_all()
  flush_endings()
  flush_usage()
  flush_records()
  flush_counters(counters)
  flush_all_members()
  flush_events()
end
