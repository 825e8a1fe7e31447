-- @late moving: note_moves, note_made
-- @include add_member, bounds, change, drop_moved, existing_of, keys, lock, modes, moved, moved_record, moved_to, reasons, state
-- Remembers what the end of a held lock says of its paths, and that a granted lock may make them anew.

local function write(account, target, what, move)
  local name = target.names[target.levels]
  local before, known = moved_records({name})[1], read_known(account)
  if before and before[MOVED.EVENT] == state.seq then
    return
  end
  local old, is_first = moved_record(name), known[MOVED.COUNT] == 0 and known[MOVED.FORGOTTEN] == 0
  if old then
    drop_moved(name, old)
  end
  local rest, charged = '', MOVED_CHARGE + #target.path
  if move then
    rest = string.char(move.levels) .. struct.pack('>H', #move.path) .. move.path .. struct.pack('>H', #move.sent) .. move.sent
    charged = charged + #move.path + #move.sent
  end
  local record = {what, state.seq, state.at, before and before[MOVED.EVENT] or 0, before and before[MOVED.SAID_AT] or 0, charged, account, rest}
  if is_first then
    change('RPUSH', KEY.MOVED_TIMES, struct.pack('>I8', state.at) .. account)
    state.oldest_moved_at = state.oldest_moved_at == 0 and state.at or state.oldest_moved_at
  end
  known[MOVED.COUNT], known[MOVED.CHARGED] = known[MOVED.COUNT] + 1, known[MOVED.CHARGED] + charged
  write_moved(name, record)
  add_member(KEY.MOVED_ORDER, order_member(name, record))
  while known[MOVED.COUNT] > MOST_MOVED or known[MOVED.CHARGED] > MOST_MOVED_BYTES do
    drop_earliest(account, true)
  end
  write_known(account)
end

-- `claims` is that of includes/release, 0 for another end.
function note_moves(lock, reason, claims)
  local is_gone, is_sure = claims % 2 == 1, reason == RELEASED.RELEASED and claims % 4 < 2
  local removes, is_put = false, {}
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    removes = removes or target.mode == MODE.DELETE or target.mode == MODE.EXCLUSIVE
    if target.mode == MODE.PUT then
      is_put[target.names[target.levels]] = true
    end
  end
  if not removes or is_sure and not is_gone then
    return
  end
  local move = is_gone and is_sure and move_of(lock) or nil
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    local stays = is_gone and target.mode == MODE.EXCLUSIVE and is_put[target.names[target.levels]]
    if (target.mode == MODE.DELETE or target.mode == MODE.EXCLUSIVE) and not stays then
      write(lock[LOCK.ACCOUNT], target, is_gone and MOVED.GONE or MOVED.DOUBT, move)
    elseif target.mode == MODE.PUT and not is_sure then
      write(lock[LOCK.ACCOUNT], target, MOVED.DOUBT)
    end
  end
end

-- A request that says that its paths exist makes none above them.
function note_made(lock)
  if read_known(lock[LOCK.ACCOUNT])[MOVED.COUNT] == 0 then
    return
  end
  local says = existing_of(lock)
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    if target.mode == MODE.PUT or not says and (target.mode == MODE.ADD or target.mode == MODE.EXCLUSIVE) then
      local names = says and {target.names[target.levels]} or target.names
      local found = moved_records(names)
      for n = 1, #found do
        if found[n] and found[n][MOVED.WHAT] ~= MOVED.EXISTS then
          found[n][MOVED.WHAT] = MOVED.EXISTS
          write_moved(names[n], found[n])
        end
      end
    end
  end
end
