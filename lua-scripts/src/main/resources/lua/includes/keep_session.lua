-- @late keeping_alive: keep_session, drop_session, flush_sessions
-- @include add_member, call_with_many, count_lock, keys, sessions, state, text, usage
-- Writes sessions, see includes/sessions. A live session counts as a lock, and is charged its bytes.
local changed_sessions = {}

local function count_session(session, by)
  local bytes = by * session[SESSION.BYTES]
  charge(session[SESSION.ACCOUNT], SESSION_NUMBER, by, 0, bytes)
  charge(session[SESSION.SUB_ACCOUNT], SESSION_NUMBER, by, 0, bytes)
  charge(PARTITION_NAME, SESSION_NUMBER, by, 0, bytes)
end

local function time_member(session)
  return session[SESSION.KEY] .. '\0' .. struct.pack('>I8', session[SESSION.NUMBER])
end

-- Lets a session live until then; counts it if it begins.
function keep_session(session, expires_at)
  local key, before = session[SESSION.KEY], session[SESSION.EXPIRES_AT]
  if not sessions[key] then
    sessions[key] = session
    count_session(session, 1)
  elseif before <= state.next_due then
    state.is_next_due_gone = true
  end
  session[SESSION.EXPIRES_AT], changed_sessions[key], state.is_session_changed = expires_at, true, true
  add_member(KEY.SESSION_TIMES, time_member(session), text(expires_at))
  state.next_due = math.min(state.next_due, expires_at)
end

-- Drops a session to which nothing is bound any more.
function drop_session(session)
  local key = session[SESSION.KEY]
  sessions[key], changed_sessions[key], state.is_session_changed = false, true, true
  count_session(session, -1)
  remove_member(KEY.SESSION_TIMES, time_member(session), session[SESSION.NUMBER] > state.seq_before)
end

function flush_sessions()
  local kept, dropped = {}, {}
  for key in pairs(changed_sessions) do
    local session = sessions[key]
    if session then
      kept[#kept + 1], kept[#kept + 2] = key, struct.pack(SESSION_FORMAT, session[SESSION.NUMBER], session[SESSION.BEGAN_AT],
        session[SESSION.EXPIRES_AT], session[SESSION.ACCOUNT], session[SESSION.SUB_ACCOUNT], session[SESSION.BYTES])
    else
      dropped[#dropped + 1] = key
    end
  end
  write_fields(KEY.SESSIONS, kept, dropped)
end
