-- @late moving: drop_moved, drop_earliest
-- @include add_member, held_id_of, keys, moved, moved_record, read_members, state
-- Removes what is remembered of a path.
local ORDER_BYTES = 20

function drop_moved(name, record)
  local known = read_known(record[MOVED.OF_ACCOUNT])
  remove_member(KEY.MOVED_ORDER, order_member(name, record), record[MOVED.EVENT] > state.seq_before)
  write_moved(name, nil)
  known[MOVED.COUNT], known[MOVED.CHARGED] = known[MOVED.COUNT] - 1, known[MOVED.CHARGED] - record[MOVED.CHARGE]
end

-- Removes the earliest path of an account, if it counts no more or must; says whether it did.
function drop_earliest(account, must)
  local member = read_members('ZRANGEBYLEX', KEY.MOVED_ORDER, '[' .. account, '(' .. above(account), 'LIMIT', '0', '1')[1]
  state.work = state.work + 6
  local name = member and string.sub(member, ORDER_BYTES + 1)
  local record = name and moved_record(name)
  if not record then
    return false
  end
  local is_early = counts(record[MOVED.EVENT], record[MOVED.SAID_AT])
  if is_early and not must then
    return false
  end
  local known = read_known(account)
  if is_early then
    known[MOVED.FORGOTTEN], known[MOVED.FORGOTTEN_AT] = record[MOVED.EVENT], record[MOVED.SAID_AT]
  end
  drop_moved(name, record)
  return true
end
