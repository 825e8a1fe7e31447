-- @include finish, index_walk, keys, lock_counts, message, modes, record_fields, state
-- Refuses, in queue order, the waiting requests with a target strictly below a path that is gone, or at it with a mode other than PUT. False if the
-- budget ended before them: what was refused is out of the queue, so the next call goes on with the rest.
local gone_paths, refuse_gone
do
  -- The paths that a release with `gone` declares gone: those that the lock was to remove or move away.
  function gone_paths(lock)
    local paths = {}
    for n = TARGETS, #lock, 3 do
      if lock[n] == MODE.DELETE or lock[n] == MODE.EXCLUSIVE then
        paths[#paths + 1] = lock[n + 1]
      end
    end
    return paths
  end

  function refuse_gone(limit)
    local gone = state.todo.gone
    if not gone or waiting_in(gone.account) == 0 then
      return true
    end
    local prefixes, seen, finished = {}, {}, true
    for p = 1, #gone.paths do
      for mode = 1, MODES do
        local prefix = gone.account .. '\0' .. gone.paths[p] .. '\0'
        prefixes[#prefixes + 1] = prefix .. 'b' .. mode .. '\0'
        if mode ~= MODE.PUT then
          prefixes[#prefixes + 1] = prefix .. 'a' .. mode .. '\0'
        end
      end
    end
    walk_index(KEY.WAIT_INDEX, prefixes, '\1', function(member, prefix)
      local lock_id = string.match(string.sub(member, #prefix + 1), '^[^%z]*%z([^%z]*)%z')
      if not seen[lock_id] then
        if state.work >= limit and next(seen) then
          finished = false
          return false
        end
        seen[lock_id] = true
        state.work = state.work + 10
        finish_waiting(gone.account, lock_id, read_record(gone.account .. '\0' .. lock_id), nil, 'rejected', 'PATH_GONE', message('PATH_GONE'),
          '')
      end
      return true
    end)
    return finished
  end
end
