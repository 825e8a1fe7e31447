-- @include conflict_flags, counters, lock, modes_of_others, read_counters_of, relations, state, take_up
-- Says whether any of a lock's targets conflicts with those of other owners. The first `compared` targets are skipped. If the owner has locks of its
-- own at very many levels, a call may not reach the last target: then it answers nil and the number of targets compared.
local any_conflict
do
  local function target_conflicts(view, lock, target)
    local names, levels = target.names, target.levels
    local values, highest, flags = counters.values, view.place + BELOW, CONFLICT_FLAGS[RELATIONS * (target.mode - 1) + ANCESTOR] * view.scale
    for level = 1, levels - 1 do
      local which = values[names[level]] % CHANGED
      -- Most levels have counters of targets below them only, which do not conflict here.
      if which ~= 0 and (which <= highest or which == SEVERAL) and bit.band(flags_of(names[level]), flags) ~= 0
        and modes_of_others(view, lock, target, level, ANCESTOR) then
        return true
      end
    end
    return values[names[levels]] % CHANGED ~= 0
      and (modes_of_others(view, lock, target, levels, SAME) or modes_of_others(view, lock, target, levels, DESCENDANT)) ~= nil
  end

  function any_conflict(view, lock, compared)
    local targets, limit = lock[LOCK.TARGETS], math.max(state.budget, state.work + LEAST_WORK)
    read_counters_of(lock)
    for t = compared + 1, #targets do
      if target_conflicts(view, lock, targets[t]) then
        return true
      elseif state.work >= limit and t < #targets then
        return nil, t
      end
    end
    return false
  end
end
