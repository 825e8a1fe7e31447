-- @include state
-- A search that takes several calls is broken off once state.work reaches pause.limit; then pause.is_due says so, and the pause is kept, in todo or
-- in the cursor of a view, until the search is taken up behind it. pause.step is the walk at which it stands, pause.after how far that came, see
-- includes/walk_index; pause.seen are the held locks visited so far, pause.listed what includes/blocked_by made of blockers.
-- Work that even a call without any left does, so that each comes further.
local LEAST_WORK = 64

-- Begins a search, or another one.
local function restart(pause)
  pause.step, pause.after, pause.seen, pause.listed, pause.listed_bytes = 1, nil, {}, {}, 0
  return pause
end

local function take_up(pause, limit)
  pause.limit, pause.is_due = math.max(limit, state.work + LEAST_WORK), nil
  return pause
end
