-- @include state
-- A search may take several calls. It is broken off when state.work reaches pause.limit; then pause.is_due is true, and the pause is kept in todo or
-- in the cursor of a view until the next call takes it up. pause.step is the number of the walk, pause.after the last member of it, see
-- includes/walk_index; pause.seen has the held locks visited so far, pause.listed the blockers in the form of includes/blocked_by, pause.latest the
-- latest end among them.
-- Each call does at least LEAST_WORK, so that it makes progress.
local LEAST_WORK = 64

-- Begins a search from its first walk.
local function restart(pause)
  pause.step, pause.after, pause.seen, pause.listed, pause.listed_bytes, pause.latest = 1, nil, {}, {}, 0, 0
  return pause
end

local function take_up(pause, limit)
  pause.limit, pause.is_due = math.max(limit, state.work + LEAST_WORK), nil
  return pause
end
