-- @late records: flush_all
-- @include count, emit, flush_all_members, flush_usage, remember, state, write_record
-- Writes all changes of this call.
function flush_all()
  if #state.ended > 0 then
    flush_endings()
  end
  flush_usage()
  flush_records()
  flush_counters()
  flush_all_members()
  flush_events()
end
