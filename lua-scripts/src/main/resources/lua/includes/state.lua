-- What a call knows and changes; written back at its end.
local state = {events = {}, work = 0, done = 0}
