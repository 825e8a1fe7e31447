-- @late replacing: replace
-- @include charge_reading, count_lock, emit, finish_held, grant, lock, modes, note_end, parse_asked, parse_lock, reasons, records
-- @include refuse_acquire, state, who_of
-- Decides an acquire that replaces a held lock: the old lock ends and the new one is granted, or nothing changes. Its LOCK ends with the name of the
-- old lock and of the owner whose it is said to be. Such a request never waits.
local REPLACED_PLACE, REPLACED_OWNER_PLACE = -24, -12

-- The lock that a request replaces; nil if the request is refused because there is none that it may.
local function replaced_lock(request)
  local old = find_lock(string.sub(request[LOCK.BYTES], REPLACED_PLACE, REPLACED_OWNER_PLACE - 1))
  local reason = (not old or old[LOCK.KIND] ~= HELD) and REJECTED.NOT_HELD
    or old[LOCK.OWNER] ~= string.sub(request[LOCK.BYTES], REPLACED_OWNER_PLACE) and REJECTED.NOT_HOLDER
  if not reason then
    charge_reading(old)
    local _, ends_at = parse_asked(asked_of(old))
    reason = ends_at ~= math.huge and REJECTED.ENDING
  end
  if reason then
    refuse_acquire(request, reason, 'V')
    return nil
  end
  return old
end

-- decided is that of includes/acquire. Meanwhile state.aside is the old lock, which does not count: neither in the counters nor in usage, nor where
-- locks are looked at, see includes/own_count and includes/each_blocker.
function replace(request, decided)
  local old = replaced_lock(request)
  if not old then
    return true
  end
  state.aside = old
  count_lock(old, 0, -1)
  local is_done = decided(request)
  count_lock(old, 0, 1)
  state.aside = nil
  if is_done == nil then
    finish_held(old, RELEASED.REPLACED, '', 'S' .. who_of(request))
    grant(request, 0, IS_ANSWER)
    if request[LOCK.TARGETS][1].mode == MODE.CLOSE and state.todo.promotion then
      note_closing(request)
    end
    return true
  end
  return is_done
end
