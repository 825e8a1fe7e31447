-- @late moving: count_moved, drop_moved, drop_earliest, drop_oldest, note_time
-- @include add_member, change, keys, moved, moved_record, order_member, read_members, state, usage
-- Removes what is remembered of paths. If there are too many, all of the earliest event go together.
local MOST_OF_EVENT, EVENT_PLACE, NAME_PLACE = '16', 14, 22
local TIME_FORMAT = '>I8I8c12c12'

-- Counts a path for its account and for the partition.
function count_moved(account, number, charged)
  local names = {account, PARTITION_NAME}
  for n = 1, 2 do
    local known = read_known(names[n])
    known[MOVED.COUNT], known[MOVED.CHARGED] = known[MOVED.COUNT] + number, known[MOVED.CHARGED] + charged
    write_known(names[n])
  end
end

function drop_moved(name, record)
  local account, event = record[MOVED.OF_ACCOUNT], record[MOVED.EVENT]
  local is_new = event > state.seq_before
  remove_member(KEY.MOVED_ORDER, order_member(name, account, event), is_new)
  if record[MOVED.IS_GONE] == 1 then
    remove_member(KEY.MOVED_ORDER, gone_member(name, account, record[MOVED.PATH], event), is_new)
  end
  write_moved(name, nil)
  count_moved(account, -1, -record[MOVED.CHARGE])
end

-- Notes that an event was forgotten, if it still counts.
local function note_forgotten(account, record)
  if counts(record[MOVED.EVENT], record[MOVED.SAID_AT]) then
    local known = read_known(account)
    known[MOVED.FORGOTTEN], known[MOVED.FORGOTTEN_AT] = record[MOVED.EVENT], record[MOVED.SAID_AT]
  end
end

-- Removes the paths of the earliest event of an account.
function drop_earliest(account)
  local from, to = '[' .. account .. BY_EVENT, '(' .. account .. BY_PATH
  local members, first = read_members('ZRANGEBYLEX', KEY.MOVED_ORDER, from, to, 'LIMIT', '0', MOST_OF_EVENT), nil
  for n = 1, #members do
    local event, name = string.sub(members[n], EVENT_PLACE, NAME_PLACE - 1), string.sub(members[n], NAME_PLACE)
    first = first or event
    if event == first then
      local record = moved_record(name)
      note_forgotten(account, record)
      drop_moved(name, record)
      state.work = state.work + 6
    end
  end
end

-- The log time, event, account and name of the first entry of movedTimes; nil if it is empty.
local function first_entry()
  local packed = redis.call('LINDEX', KEY.MOVED_TIMES, '0')
  if packed then
    return struct.unpack(TIME_FORMAT, packed)
  end
end

-- Adds an entry to movedTimes.
function note_time(event, account, name)
  change('RPUSH', KEY.MOVED_TIMES, struct.pack(TIME_FORMAT, state.at, event, account, name))
  state.oldest_moved_at = state.oldest_moved_at == 0 and state.at or state.oldest_moved_at
end

-- Removes the first entry of movedTimes with its path. Returns its event and that of the next one; nil where there is none.
function drop_oldest()
  local _, event, account, name = first_entry()
  change('LPOP', KEY.MOVED_TIMES)
  local record = name ~= account and moved_record(name)
  if record and record[MOVED.EVENT] == event then
    note_forgotten(account, record)
    drop_moved(name, record)
  end
  local known = read_known(account)
  if known[MOVED.COUNT] == 0 and known[MOVED.FORGOTTEN] > 0 then
    if forgotten_early(account) > 0 then
      note_time(0, account, account)
    else
      known[MOVED.FORGOTTEN], known[MOVED.FORGOTTEN_AT] = 0, 0
      write_known(account)
    end
  end
  local next_at, next_event = first_entry()
  state.oldest_moved_at = next_at or 0
  state.work = state.work + 8
  return event, next_event
end
