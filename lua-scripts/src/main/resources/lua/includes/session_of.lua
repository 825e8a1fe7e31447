-- @late sessions: session_by, session_of, end_of_bound, told_record, cut_of_bound, bind_to_session, loose_from_session
-- @include add_member, bounds, keys, lock, parse_asked, sessions
-- The sessions of bound locks, see includes/sessions. A bound lock has 0 for its lease. Its record has its own end, NO_END if it has none; events and
-- views tell the end of its session where that comes before.
local UNTIL_PLACE = 18

-- The session with a key; false if it is not alive.
function session_by(key)
  local session = sessions[key]
  if session == nil then
    local record = redis.call('HGET', KEY.SESSIONS, key)
    session = record and {struct.unpack(SESSION_FORMAT, record)}
    if session then
      session[SESSION.KEY] = key
    end
    sessions[key] = session
  end
  return session
end

-- The session of the owner of a lock or a request, which has one.
function session_of(lock)
  local account, _, sub_account, session = struct.unpack('>Hc0Hc0Hc0Hc0', lock[LOCK.BYTES], lock[LOCK.WHO_PLACE] + 2)
  return session_by(account .. '\0' .. sub_account .. '\0' .. session)
end

-- The end of a bound lock that has its own end at `until_at`.
local function end_of(lock, until_at)
  local session = session_of(lock)
  return session and math.min(until_at, session[SESSION.EXPIRES_AT]) or until_at
end

-- The time at which a held lock that is bound ends, unless its session is kept alive.
function end_of_bound(lock)
  return end_of(lock, lock[LOCK.UNTIL_AT])
end

-- The record of a bound lock with the end that is told, for an event, where `record` has its own one, `until_at`.
function told_record(lock, record, until_at)
  return string.sub(record, 1, UNTIL_PLACE - 1) .. struct.pack('>I8', end_of(lock, until_at)) .. string.sub(record, UNTIL_PLACE + 8)
end

-- The part of the details that tells what the settings left of the longest time of a bound lock at its grant, see includes/emit: '' if they cut
-- nothing, or a request to yield has set its end since.
function cut_of_bound(lock)
  local _, ends_at = parse_asked(asked_of(lock))
  local until_at, asked = lock[LOCK.UNTIL_AT], lock[LOCK.MAX_HOLD_MS]
  local longest = until_at - lock[LOCK.SINCE]
  if until_at == NO_END or until_at >= ends_at or asked > 0 and longest >= asked then
    return ''
  end
  return 'K' .. struct.pack('>I4I4', 0, longest)
end

-- Adds the member of bound of a lock or a request; `which` is BOUND_HELD or BOUND_WAITING, number its token or arrival (8 bytes).
function bind_to_session(lock, which, number)
  local session = session_of(lock)
  if session then
    add_member(KEY.BOUND, struct.pack('>I8', session[SESSION.NUMBER]) .. which .. number .. lock[LOCK.ID])
  end
end

function loose_from_session(lock, which, number, is_new)
  local session = session_of(lock)
  if session then
    remove_member(KEY.BOUND, struct.pack('>I8', session[SESSION.NUMBER]) .. which .. number .. lock[LOCK.ID], is_new)
  end
end
