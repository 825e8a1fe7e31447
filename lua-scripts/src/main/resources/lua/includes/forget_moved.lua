-- @late moving: forget_moved
-- @include bounds, drop_moved, state
-- Removes what is older than ten minutes of the paths that were moved or removed. A call removes twice as many as it has written, and keeps up so.
local LEAST_DROPPED, MOST_DROPPED = 32, 256

function forget_moved()
  local left = math.min(LEAST_DROPPED + 2 * state.moves_noted, MOST_DROPPED)
  while left > 0 and state.oldest_moved_at ~= 0 and state.oldest_moved_at + MOVED_KEPT_MS <= state.at do
    drop_oldest()
    left = left - 1
  end
end
