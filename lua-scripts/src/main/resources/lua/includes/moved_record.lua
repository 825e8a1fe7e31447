-- @late moving: counts, doubt_name, moved_records, moved_record, write_moved, read_known, write_known, forgotten_early, flush_moved
-- @include bounds, call_with_many, keys, moved, state
-- Paths that were moved or removed in the last ten minutes, and what is known of the accounts that have some. Read once per call, written at its end.
--   moved: name of a path, or its doubt_name -> 1 if it is gone, 0 if that is not sure (1 byte), event that said so, its log time, the event
--     before that and its log time, bytes charged (8 each), name of the account, path key with its length before it (2); then, if it was moved
--     and that is certain, levels of its destination (1), the path key of that and the same as it was sent, each with its length before it (2)
--   moved: name of an account, 0 for the partition -> number of paths, bytes charged (4 each), the last event forgotten too early and its log time
--     (8 each)
--   movedOrder: see includes/order_member
--   movedTimes: log time, event (8 each), account, name of the path, in the order in which they were written; an entry whose path was written again
--     or is removed means nothing. Event 0 and the name of the account itself: to look whether nothing of the account is left
-- Whatever is older than ten minutes, or than the settings in force, counts as forgotten before it is removed.
local MOVED_FORMAT, KNOWN_FORMAT = '>BI8I8I8I8I8c12H', '>I4I4I8I8'

local moved, changed_moved = {}, {}

-- Says whether an event still counts.
function counts(event, at)
  return event > state.acquires_since and at + MOVED_KEPT_MS > state.at
end

-- The name under which it is remembered that it is in doubt whether a path was lost, beside what is known for sure.
function doubt_name(name)
  return string.char(255 - string.byte(name)) .. string.sub(name, 2)
end

local function parse_moved(packed)
  if not packed then
    return false
  end
  local record = {struct.unpack(MOVED_FORMAT .. 'c0', packed)}
  record[MOVED.REST] = string.sub(packed, record[MOVED.REST])
  return record
end

-- The records of names, as far as they still count; false for the others.
function moved_records(names)
  local missing, found = {}, {}
  for n = 1, #names do
    if moved[names[n]] == nil then
      missing[#missing + 1] = names[n]
    end
  end
  local packed = read_fields(KEY.MOVED, missing)
  for n = 1, #missing do
    moved[missing[n]] = parse_moved(packed[n])
  end
  state.work = state.work + #names / 4
  for n = 1, #names do
    local record = moved[names[n]]
    found[n] = record and counts(record[MOVED.EVENT], record[MOVED.SAID_AT]) and record or false
  end
  return found
end

-- The record of a name, also one that counts no more.
function moved_record(name)
  moved_records({name})
  return moved[name]
end

-- nil removes it.
function write_moved(name, record)
  moved[name] = record or false
  state.is_moved_changed = true
  if not record then
    changed_moved[name] = false
    return
  end
  local is_gone, event, at, event_before, before_at, charged, account, path, rest = unpack(record)
  changed_moved[name] = struct.pack(MOVED_FORMAT, is_gone, event, at, event_before, before_at, charged, account, #path) .. path .. rest
end

-- Reads the part of the memory that is about a whole account, or about the partition.
function read_known(account)
  if moved[account] == nil then
    local packed = redis.call('HGET', KEY.MOVED, account)
    moved[account] = packed and {struct.unpack(KNOWN_FORMAT, packed)} or {0, 0, 0, 0}
  end
  return moved[account]
end

function write_known(account)
  local known = moved[account]
  state.is_moved_changed = true
  changed_moved[account] = (known[MOVED.COUNT] > 0 or known[MOVED.FORGOTTEN] > 0) and struct.pack(KNOWN_FORMAT, unpack(known, 1, MOVED.FORGOTTEN_AT))
end

-- The last event of an account that was forgotten too early; 0 if none was.
function forgotten_early(account)
  local known = read_known(account)
  return counts(known[MOVED.FORGOTTEN], known[MOVED.FORGOTTEN_AT]) and known[MOVED.FORGOTTEN] or 0
end

function flush_moved()
  local kept, dropped = {}, {}
  for name, packed in pairs(changed_moved) do
    if packed then
      kept[#kept + 1], kept[#kept + 2] = name, packed
    else
      dropped[#dropped + 1] = name
    end
  end
  write_fields(KEY.MOVED, kept, dropped)
end
