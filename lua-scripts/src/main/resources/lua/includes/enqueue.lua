-- @late waiting: position_of, add_waiting, enqueue, dequeue
-- @include add_held, add_member, count_lock, counters, due_at, holding_of, keys, lock, own_member, read_members, session_of, sessions, state, text
-- Puts a request at the end of its account's queue, or takes one out.
--   queue: account, arrival (8), id
--   waits: deadline -> arrival (8), id
--   waitIndex: name of a level, 'a' (target at it) or 'b' (below it), mode digit, arrival (8), id, owner, for each target and each of its levels
--   namers: id in `holding`, arrival (8), id
local function each_wait_index_member(request, number, visit, further)
  local suffix = number .. request[LOCK.ID] .. request[LOCK.OWNER]
  for t = 1, #request[LOCK.TARGETS] do
    local target = request[LOCK.TARGETS][t]
    state.work = state.work + 5 * target.levels
    for level = 1, target.levels do
      visit(KEY.WAIT_INDEX, target.names[level] .. (level == target.levels and 'a' or 'b') .. target.digit .. suffix, further)
    end
  end
end

-- Position of a request in its queue; 1 is the next.
function position_of(account, id, arrival)
  return read_members('ZLEXCOUNT', KEY.QUEUE, '[' .. account, '[' .. account .. number_bytes(arrival) .. id)
end

-- Adds all entries of a waiting request; the caller counts it.
function add_waiting(request, arrival, deadline)
  local number = number_bytes(arrival)
  local holding = holding_of(request)
  add_member(KEY.QUEUE, request[LOCK.ACCOUNT] .. number .. request[LOCK.ID])
  add_member(KEY.WAITS, number .. request[LOCK.ID], text(deadline))
  each_wait_index_member(request, number, add_member)
  for t = 1, #request[LOCK.TARGETS] do
    add_member(KEY.OWN, own_member('W', request, request[LOCK.TARGETS][t], number))
  end
  for n = 1, #holding do
    add_member(KEY.NAMERS, holding[n] .. number .. request[LOCK.ID])
  end
  state.next_due = math.min(state.next_due, deadline)
end

function enqueue(request, arrival, deadline)
  add_waiting(request, arrival, deadline)
  if request[LOCK.LEASE_MS] == 0 then
    bind_to_session(request, BOUND_WAITING, number_bytes(arrival))
  end
  count_lock(request, WAITING_PLACE, 1)
end

function dequeue(request)
  local number, is_new = number_bytes(request[LOCK.NUMBER]), request[LOCK.NUMBER] > state.seq_before
  local holding = holding_of(request)
  remove_member(KEY.QUEUE, request[LOCK.ACCOUNT] .. number .. request[LOCK.ID], is_new)
  remove_member(KEY.WAITS, number .. request[LOCK.ID], is_new)
  forget_due(request)
  if request[LOCK.LEASE_MS] == 0 then
    loose_from_session(request, BOUND_WAITING, number, is_new)
  end
  each_wait_index_member(request, number, remove_member, is_new)
  for t = 1, #request[LOCK.TARGETS] do
    remove_member(KEY.OWN, own_member('W', request, request[LOCK.TARGETS][t], number), is_new)
  end
  for n = 1, #holding do
    remove_member(KEY.NAMERS, holding[n] .. number .. request[LOCK.ID], is_new)
  end
  count_lock(request, WAITING_PLACE, -1)
end
