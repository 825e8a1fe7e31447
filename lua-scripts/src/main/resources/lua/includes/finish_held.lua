-- @late ending: finish_held, finish_waiting
-- @include add_held, add_member, count_lock, due_at, emit, enqueue, event_types, keys, lock, note_moves, own_member, remember, session_of, sessions
-- @include setting_places, state, touch
-- Ends a held lock or a waiting request: emits the event, remembers the ending, and notes it for promotion. `command` is COMMAND of the answered
-- command, '' if time or another command caused the end; `said` is a part of the details, see includes/emit, or ''.
local OUTCOME_LETTER = 69

function finish_held(lock, reason, command, said)
  local number, is_new, targets = number_bytes(lock[LOCK.NUMBER]), lock[LOCK.NUMBER] > state.seq_before, lock[LOCK.TARGETS]
  for t = 1, #targets do
    remove_member(KEY.INDEX, index_member(lock, targets[t], number), is_new)
    remove_member(KEY.OWN, own_member('H', lock, targets[t], number), is_new)
  end
  remove_member(KEY.LEASES, number .. lock[LOCK.ID], is_new)
  forget_due(lock)
  if lock[LOCK.LEASE_MS] == 0 then
    loose_from_session(lock, BOUND_HELD, number, is_new)
  end
  count_lock(lock, 0, -1)
  emit(EVENT_TYPES.released, reason, IS_RECORD, lock[LOCK.BYTES], said, command)
  remember(lock, EVENT_TYPES.released, reason, 'T' .. number .. number_bytes(state.at - lock[LOCK.SINCE]))
  touch(lock)
  if state.settings[SETTING.REMEMBERS_MOVES] == 1 then
    note_moves(lock, reason, string.byte(said) == OUTCOME_LETTER and string.byte(said, 2) or 0)
  end
end

function finish_waiting(request, type, reason, command, said)
  dequeue(request)
  emit(type, reason, IS_RECORD, request[LOCK.BYTES], said, command)
  remember(request, type, reason, '')
  touch(request)
end
