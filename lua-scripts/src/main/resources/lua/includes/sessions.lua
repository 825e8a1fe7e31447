-- The live sessions, read once per call and written at its end: number, beganAt, expiresAt, names of account and sub-account, bytes charged, in the
-- form of SESSION_FORMAT; sessions[key] is false if there is none. Places in such a table stand in SESSION.
--   key: account, sub-account and session as they are, with a NUL between them, which no id has
--   sessions: key -> the session
--   sessionTimes: expiresAt -> key, NUL, number (8)
--   bound: number of the session (8), BOUND_WAITING or BOUND_HELD, arrival or token (8), id: for each request and lock that is bound to it
-- The number of a session is the seq of the event that began it, so that one that begins anew is another one. Those of a restored state are counted
-- from 1 on; there is an event for each of them.
local SESSION = {
  NUMBER = 1,
  BEGAN_AT = 2,
  EXPIRES_AT = 3,
  ACCOUNT = 4,
  SUB_ACCOUNT = 5,
  BYTES = 6,
  KEY = 7
}
local SESSION_FORMAT = '>I8I8I8c12c12I4'
local BOUND_WAITING, BOUND_HELD = '\1', '\2'
local sessions = {}
