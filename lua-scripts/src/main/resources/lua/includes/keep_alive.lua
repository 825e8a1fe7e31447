-- @late keeping_alive: keep_alive
-- @include emit, event_types, exceeded_bytes, keep_session, reasons, refer, refused_for_now, session_of, sessions, setting_places
-- @include state, usage
-- Keeps a session alive until `lease_ms` from now, as far as the settings leave that, and never takes anything away. One that is not alive begins;
-- that counts as an acquire, and may be refused.
local CONTENT_FORMAT = '>c12c12I4Hc0'

-- Emits the refusal to begin a session; nil if nothing refuses it, and then it is counted.
local function refused(of_account, of_sub_account, bytes, command)
  local details = refused_for_now(of_account, of_sub_account, bytes)
  if details then
    emit(EVENT_TYPES.rejected, REJECTED.RATE_LIMITED, 0, '', details, command)
    return true
  end
  local limit = exceeded_number(of_account, of_sub_account) or exceeded_bytes(of_account, of_sub_account, bytes)
  if limit then
    emit(EVENT_TYPES.rejected, REJECTED.LIMIT_EXCEEDED, 0, '', limit_part(limit), command)
    return true
  end
  count_acquire(of_account, of_sub_account)
  return nil
end

function keep_alive(id, content, account_hash, _, lease_ms)
  local account, sub_account, bytes, key, place = struct.unpack(CONTENT_FORMAT, content)
  local command = string.sub(content, place)
  if refer(id, account_hash, command) == false then
    return
  end
  local session = session_by(key)
  if not session and refused(usage_of(account), usage_of(sub_account), bytes, command) then
    return
  end
  session = session or {state.seq + 1, state.at, 0, account, sub_account, bytes, key}
  local longest = state.settings[SETTING.LONGEST_LEASE_MS]
  local cut = longest > 0 and longest < lease_ms and longest or 0
  keep_session(session, math.max(session[SESSION.EXPIRES_AT], state.at + (cut > 0 and cut or lease_ms)))
  state.work = state.work + 5
  local details = 'A' .. struct.pack('>I4I8I8I4', lease_ms, session[SESSION.BEGAN_AT], session[SESSION.EXPIRES_AT], cut)
  emit(EVENT_TYPES.keptAlive, 0, 0, '', details, command)
end
