-- @include counters, flags
-- A view says whether a request is compared with held locks or with waiting requests.
local HELD_VIEW = {place = 0, scale = 1, letter = 'H'}
local WAITING_VIEW = {place = WAITING_PLACE, scale = FLAGS[WAITING_PLACE + 1], letter = 'W'}
