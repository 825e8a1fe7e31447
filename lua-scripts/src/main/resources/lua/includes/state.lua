-- The state of a partition during a call; written back at its end. state.aside is there only while includes/replace decides. All are named here so
-- that the table has room for them.
local state = {events = {}, events_length = 0, events_bytes = 0, ended = {}, ended_times = {}, usage_order = {}, work = 0, done = 0, budget = 0,
  partition = 0, published_seq = 0, seq_before = 0, offset = 0, stands_for = 0, applied_offset = 0, applied_at = 0, applied_epoch = 0, at = 0,
  seq = 0, ended_floor_at = 0, acquires_since = 0, endings_since = 0, ended_count = 0, oldest_ended_at = 0, oldest_usage_at = 0, oldest_moved_at = 0,
  next_due = 0, is_next_due_gone = false, is_moved_changed = false, is_session_changed = false, moves_noted = 0, settings = false,
  settings_count = 0, packed_settings = nil, written_settings = '', written_todo = '', todo = nil, aside = nil}
