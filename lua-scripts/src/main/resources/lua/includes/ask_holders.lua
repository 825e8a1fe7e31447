-- @late yielding: ask_holders
-- @include bounds, each_blocker, lock, modes, parse_asked, request_yield, state
-- Says whether the end of a lock is so late that its holder is asked for another: one that leaves it half of its time at most, and a second less.
-- Nobody is asked for a freeze, to open a closed account, or for a lock that is kept without a process.
local function is_asked(lock, grace_ms)
  local _, ends_at = parse_asked(asked_of(lock))
  return lock[LOCK.LEASE_MS] <= MAX_LEASE_MS and lock[LOCK.TARGETS][1].mode < MODE.FREEZE
    and brings_forward(state.at + grace_ms, ends_at) and 2 * grace_ms <= ends_at - state.at
end

-- Asks the holders of the first locks in the way of a request that has just been queued, as RULES.md says under Asking all holders. False if the
-- budget ended first. pause.met is the number of locks met; those whose holders are not asked count, because they are read too.
function ask_holders(request, pause)
  local asking = request[LOCK.ASKING]
  local wanted, by = state.at + asking.grace_ms, asker_of(asking.command)
  local details = 'G' .. struct.pack('>I4', asking.grace_ms) .. 'O' .. struct.pack('>H', #asking.command) .. asking.command
  pause.met = pause.met or 0
  if pause.met == MOST_ASKED then
    return true
  end
  each_held_blocker(request, function(lock)
    pause.met = pause.met + 1
    if is_asked(lock, asking.grace_ms) then
      state.work = state.work + 20
      request_yield(lock, wanted, by, details, '')
    end
    return pause.met < MOST_ASKED
  end, pause)
  return not pause.is_due
end
