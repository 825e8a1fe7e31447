-- @late records: flush_all
-- @include count, emit, flush_all_members, flush_usage, keep_session, moved_record, remember, state, write_record
-- Writes all changes of this call.
function flush_all()
  if #state.ended > 0 then
    flush_endings()
  end
  flush_usage()
  if state.is_moved_changed then
    flush_moved()
  end
  if state.is_session_changed then
    flush_sessions()
  end
  flush_records()
  flush_counters()
  flush_all_members()
  flush_events()
end
