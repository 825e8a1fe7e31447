-- The state of a partition during a call; written back at its end. state.aside is there only while includes/replace decides.
local state = {events = {}, events_length = 0, events_bytes = 0, ended = {}, ended_times = {}, usage_order = {}, work = 0, done = 0}
