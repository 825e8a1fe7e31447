-- @late moving: forget_moved
-- @include bounds, change, drop_moved, keys, moved, moved_record, state
-- Removes what counts no more of the paths of `most` accounts, in turn. An account stays the first until all of that is removed; one that has others
-- is looked at again later.
local MOST_PATHS = 32

local function first_of_times()
  return redis.call('LINDEX', KEY.MOVED_TIMES, '0')
end

function forget_moved(most)
  while most > 0 and state.oldest_moved_at ~= 0 and state.oldest_moved_at + MOVED_KEPT_MS <= state.at do
    local account = string.sub(first_of_times(), 9)
    local left, known = MOST_PATHS, read_known(account)
    while left > 0 and drop_earliest(account, false) do
      left = left - 1
    end
    if left > 0 then
      change('LPOP', KEY.MOVED_TIMES)
      if known[MOVED.COUNT] == 0 and forgotten_early(account) == 0 then
        known[MOVED.FORGOTTEN], known[MOVED.FORGOTTEN_AT] = 0, 0
      else
        change('RPUSH', KEY.MOVED_TIMES, struct.pack('>I8', state.at) .. account)
      end
    end
    write_known(account)
    local first = first_of_times()
    state.oldest_moved_at = first and struct.unpack('>I8', first) or 0
    most = most - 1
  end
end
