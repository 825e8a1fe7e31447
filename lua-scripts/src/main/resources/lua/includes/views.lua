-- @include counters, flags
-- Whose targets a request is compared with: those of held locks, of waiting requests, or of the requests that a walk along the queue has passed,
-- which has a view of its own.
local HELD_VIEW = {set = counters, place = 0, scale = 1, letter = 'H'}
local WAITING_VIEW = {set = counters, place = WAITING_PLACE, scale = FLAGS[WAITING_PLACE + 1], letter = 'W'}
