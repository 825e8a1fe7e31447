-- @include call_with_many, keys, setting_places, state
-- Makes the next event: two elements of the outbox, from which the arbiter renders the published event.
--   head: seq (8 bytes), type, reason or 0, flags (1 each), at, offset of its cause (8 each), repeatMs, length of COMMAND (4 each), COMMAND, details
--   subject: a record of ids, see includes/records; or LOCK of an acquire that was refused; or '', then COMMAND has it
-- COMMAND is the command that is answered, in the bytes of the arbiter; empty if it is the acquire itself, or none.
-- Details are parts, each led in by a letter: P position (4), T token and heldMs (8 each), R retryAfterMs (8), Q setting whose limit was reached (1),
-- X expected partition (4), F holding is the bad field, V replaces is, O length (2) and COMMAND of an operator, or of an acquire that asks holders,
-- E what a release claims (1), see includes/release, B blockers, see includes/blocked_by, C cycle, see includes/deadlock,
-- L length (2) and WHO of the lock whose end is told again,
-- M length (2) and path key, as it was sent, of where a path was moved, see includes/moved_to,
-- S WHO of the lock that replaces this one, with its length before it,
-- K lease and longest time that the settings leave (4 each), 0 where they cut nothing,
-- D a renewal tells why it declines if COMMAND says so, G graceMs (4), Y length (2) and sub-account whose request to yield ended a lock,
-- N held locks and waiting requests that ended (2 each), 1 if more are left (1),
-- A leaseMs (4), beganAt and expiresAt of a session (8 each), the lease that the settings leave it (4), 0 if they cut nothing.
local IS_REPEATED, IS_ANSWER, IS_RECORD = 1, 2, 4

local EVENT_BYTES_PER_UNIT = 1000

local function emit(type, reason, flags, subject, details, command)
  local seq = state.seq + 1
  state.seq, state.work = seq, state.work + 5 + (#subject + #details) / EVENT_BYTES_PER_UNIT
  if seq <= state.published_seq then
    return
  end
  local events, length = state.events, state.events_length
  local repeat_ms = state.settings[SETTING.REPEAT_WINDOW_MS]
  local head = struct.pack('>I8BBBI8I8I4I4', seq, type, reason, flags, state.at, state.offset, repeat_ms, #command) .. command .. details
  events[length + 1] = head
  events[length + 2] = subject
  state.events_length = length + 2
  state.events_bytes = state.events_bytes + #head + #subject
end

local function flush_events()
  call_with_many('RPUSH', KEY.OUTBOX, state.events)
end
