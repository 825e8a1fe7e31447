-- @late waiting: gone_paths, refuse_gone
-- @include event_types, find_gone, finish_held, fits, keys, lock, modes, moved_to, parse_lock, reasons, setting_places, state, usage
-- @include walk_index
-- Refuses, in queue order, the waiting requests with a target strictly below a path that is gone, or at it with a mode other than PUT, and tells
-- where the path is now if that is certain. False if the budget ended first. Refused requests have left the queue, so the next call goes on with the
-- rest.
local ID_PLACE, ID_END = 23, 34

-- The names of the paths that a release with `gone` declares gone: the lock removed them or moved them away. A rename onto its own path leaves
-- everything where it is.
local function gone_names(lock)
  local names, is_put = {}, {}
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    if target.mode == MODE.PUT then
      is_put[target.names[target.levels]] = true
    end
  end
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    local name = target.names[target.levels]
    if target.mode == MODE.DELETE or (target.mode == MODE.EXCLUSIVE and not is_put[name]) then
      names[#names + 1] = name
    end
  end
  return names
end

-- Paths that are gone, for state.todo.gone: the names of the paths, and where they were moved, see includes/moved_to. Nil if nobody waits.
function gone_paths(lock, has_failed)
  if usage_of(lock[LOCK.ACCOUNT])[WAITING_NUMBER] == 0 then
    return nil
  end
  return {names = gone_names(lock), move = not has_failed and move_of(lock) or nil}
end

-- Where the path of a request is now, as a part of the details, see includes/emit. Whoever says that it exists is told by all that is remembered.
local function place_of(request, move)
  local told = state.settings[SETTING.REMEMBERS_MOVES] == 1 and find_gone(request)
  if told then
    return told
  end
  return move and moved_to(request, move) or ''
end

function refuse_gone(limit)
  local gone = state.todo.gone
  local prefixes, seen, finished, is_first = {}, {}, true, state.work == 0
  for n = 1, #gone.names do
    for mode = 1, MODES do
      prefixes[#prefixes + 1] = gone.names[n] .. 'b' .. mode
      if mode ~= MODE.PUT then
        prefixes[#prefixes + 1] = gone.names[n] .. 'a' .. mode
      end
    end
  end
  walk_index(KEY.WAIT_INDEX, prefixes, nil, function(member)
    local id = string.sub(member, ID_PLACE, ID_END)
    if not seen[id] then
      local request = read_lock(id)
      if not is_first and not fits(request, limit) then
        finished = false
        return false
      end
      seen[id], is_first = true, false
      state.work = state.work + 10
      finish_waiting(request, EVENT_TYPES.rejected, REJECTED.PATH_GONE, '', place_of(request, gone.move))
    end
    return true
  end)
  return finished
end
