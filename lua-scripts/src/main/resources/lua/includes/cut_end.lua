-- @include bounds, lock, setting_places, state
-- Cuts leases and longest times by the settings: RULES.md, Cut by the settings.
local cut_end, cut_part
do
  -- The longest of such leases and the longest time; 0 where the settings cut nothing. A bound lock has no lease.
  local function caps(lease_ms)
    local settings = state.settings
    local lease = lease_ms > 0 and settings[lease_ms > MAX_LEASE_MS and SETTING.LONGEST_KEEP_MS or SETTING.LONGEST_LEASE_MS] or 0
    return lease, settings[SETTING.LONGEST_HOLD_MS]
  end

  -- The end until which the settings leave a lease from now on, of a lock held since then; huge if they cut nothing.
  function cut_end(lease_ms, since)
    local lease, hold = caps(lease_ms)
    if lease == 0 and hold == 0 then
      return math.huge
    end
    return math.min(lease > 0 and state.at + lease or math.huge, hold > 0 and since + hold or math.huge)
  end

  -- The part of the details that tells what is cut, see includes/emit; empty if nothing is.
  function cut_part(lock, lease_ms)
    local lease, hold = caps(lease_ms)
    if lease == 0 and hold == 0 then
      return ''
    end
    local asked_hold = lock[LOCK.MAX_HOLD_MS] > 0 and lock[LOCK.MAX_HOLD_MS] or math.huge
    lease, hold = lease < lease_ms and lease or 0, hold < asked_hold and hold or 0
    return (lease > 0 or hold > 0) and 'K' .. struct.pack('>I4I4', lease, hold) or ''
  end
end
