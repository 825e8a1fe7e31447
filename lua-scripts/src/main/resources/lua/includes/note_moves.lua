-- @late moving: note_moves, note_made
-- @include add_member, bounds, drop_moved, existing_of, keys, lock, modes, moved, moved_record, moved_to, operations, order_member
-- @include read_members, reasons, state, usage, who_of
-- Remembers what the end of a held lock says of its paths, and that a granted lock may make them anew.
local RECORD_NAME = -12

-- Forgets what is too much, of an account and of the partition.
local function keep_bounds(account)
  local of_account, of_all = read_known(account), read_known(PARTITION_NAME)
  while of_account[MOVED.COUNT] > MOST_MOVED or of_account[MOVED.CHARGED] > MOST_MOVED_BYTES do
    drop_earliest(account)
  end
  local event, next_event
  while of_all[MOVED.CHARGED] > MOST_MOVED_OF_ALL or event and event == next_event do
    event, next_event = drop_oldest()
  end
end

-- `before` of a path that is gone is its last loss or doubt, that of a doubt the last doubt.
local function write(account, target, is_gone, move)
  local sure_name = target.names[target.levels]
  local name = is_gone and sure_name or doubt_name(sure_name)
  local found = moved_records({doubt_name(sure_name), sure_name})
  local before, sure = found[1], found[2]
  if is_gone and sure and not (before and before[MOVED.EVENT] > sure[MOVED.EVENT]) then
    before = sure
  end
  local old = moved_record(name)
  if old and old[MOVED.EVENT] == state.seq then
    return
  elseif old then
    drop_moved(name, old)
  end
  local rest, charged = '', MOVED_CHARGE + 2 * #target.path
  if move then
    rest = string.char(move.levels) .. struct.pack('>H', #move.path) .. move.path .. struct.pack('>H', #move.sent) .. move.sent
    charged = charged + #move.path + #move.sent
  end
  write_moved(name, {is_gone and 1 or 0, state.seq, state.at, before and before[MOVED.EVENT] or 0, before and before[MOVED.SAID_AT] or 0, charged,
    account, target.path, rest})
  add_member(KEY.MOVED_ORDER, order_member(name, account, state.seq))
  if is_gone then
    add_member(KEY.MOVED_ORDER, gone_member(name, account, target.path, state.seq))
  end
  note_time(state.seq, account, name)
  state.moves_noted = state.moves_noted + 1
  count_moved(account, 1, charged)
  keep_bounds(account)
end

-- `claims` is that of includes/release, 0 for another end.
function note_moves(lock, reason, claims)
  local is_gone, is_sure = claims % 2 == 1, reason == RELEASED.RELEASED and claims % 4 < 2
  local targets, removes, is_put = lock[LOCK.TARGETS], false, {}
  for t = 1, #targets do
    removes = removes or targets[t].mode == MODE.DELETE or targets[t].mode == MODE.EXCLUSIVE
    if targets[t].mode == MODE.PUT then
      is_put[targets[t].names[targets[t].levels]] = true
    end
  end
  if not removes or is_sure and not is_gone then
    return
  end
  local move = is_gone and is_sure and move_of(lock) or nil
  for t = 1, #targets do
    local mode, stays = targets[t].mode, is_gone and is_put[targets[t].names[targets[t].levels]]
    if mode == MODE.DELETE or mode == MODE.EXCLUSIVE and not stays then
      write(lock[LOCK.ACCOUNT], targets[t], is_gone, move)
    elseif mode == MODE.PUT and not is_sure then
      write(lock[LOCK.ACCOUNT], targets[t], false)
    end
  end
end

-- It may be there again.
local function unsay(name, record)
  local account, event = record[MOVED.OF_ACCOUNT], record[MOVED.EVENT]
  record[MOVED.IS_GONE] = 0
  write_moved(name, record)
  remove_member(KEY.MOVED_ORDER, gone_member(name, account, record[MOVED.PATH], event), event > state.seq_before)
end

local function unsay_all(names)
  local found = moved_records(names)
  for n = 1, #found do
    if found[n] and found[n][MOVED.IS_GONE] == 1 then
      unsay(names[n], found[n])
    end
  end
end

-- Names of the paths below one that are gone.
local function names_below(account, path)
  local from, to = gone_from(account, path .. '\1'), gone_from(account, path .. '\2')
  local names = read_members('ZRANGEBYLEX', KEY.MOVED_ORDER, '[' .. from, '(' .. to)
  for n = 1, #names do
    names[n] = string.sub(names[n], RECORD_NAME)
  end
  state.work = state.work + 2 + 4 * #names
  return names
end

-- A request that says that its paths exist makes none above them.
function note_made(lock)
  if read_known(lock[LOCK.ACCOUNT])[MOVED.COUNT] == 0 then
    return
  end
  local says, operation = existing_of(lock), string.byte(who_of(lock), -1)
  local is_custom, is_single = operation == OPERATION.CUSTOM, operation == OPERATION.UPLOAD or operation == OPERATION.CREATE_FOLDER
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    local mode = target.mode
    local makes = mode == MODE.PUT or mode == MODE.ADD or mode == MODE.EXCLUSIVE and is_custom
    if mode == MODE.PUT and says then
      unsay_all({target.names[target.levels]})
    elseif makes and not says then
      unsay_all(target.names)
    end
    if makes and not is_single then
      unsay_all(names_below(lock[LOCK.ACCOUNT], target.path))
    end
  end
end
