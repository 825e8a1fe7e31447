-- @include lock, records
-- LOCK is an acquire in the bytes of the arbiter; it is kept and published unchanged. Numbers are big-endian. Names have 12 bytes:
--   digest of the content (16), name of the owner, which is that of the sub-account if it has no session; leaseMs, 0 if it is bound (6), waitMs (4),
--   maxHoldMs or 0 (4), bytes charged while it is held, while it waits (4 each) and after its end (2), names of account and sub-account,
--   number of ids in `holding` (1), number of targets (1), those ids (12 each),
--   each target: mode (1..8), number of its levels from the root down (1), names of the levels, length of its path key (2), path key;
--   length of WHO (2), WHO: account, lockId, owner, replyTo, without meaning here, and operation (1);
--   NOTE, see includes/note_of; SENT, see includes/sent_place; then bytes that only the arbiter reads, and, if it replaces a lock, what
--   includes/replace reads.
local NAME_BYTES = 12
local LOCK_BYTES_PER_UNIT = 64
local MODE_DIGITS = {'1', '2', '3', '4', '5', '6', '7', '8'}
-- Places in LOCK: the ends of the digest and the owner; the charges, the names of account and sub-account, the ids in `holding`.
local DIGEST_BYTES, DIGEST_AND_OWNER_BYTES, CHARGES_PLACE, USERS_PLACE, HOLDING_PLACE = 16, 28, 43, 53, 78
local names_at, parse_lock, parse_head, complete, read_lock, find_lock
do
  local LOCK_FORMAT = '>c12I6I4I4I4I4Hc12c12BB'
  local path_formats = {}

  -- Reads names that stand one after another.
  function names_at(bytes, place, count)
    local names = {struct.unpack(string.rep('c12', count), bytes, place)}
    names[count + 1] = nil
    return names
  end

  -- Reads a target in `bytes` from `place` on, and the place behind it.
  local function parse_target(bytes, place)
    local mode, levels = string.byte(bytes, place, place + 1)
    local format = path_formats[levels]
    if not format then
      format = '>' .. string.rep('c12', levels) .. 'Hc0'
      path_formats[levels] = format
    end
    local names = {struct.unpack(format, bytes, place + 2)}
    local path, next_place = names[levels + 1], names[levels + 2]
    names[levels + 1], names[levels + 2] = nil, nil
    return {mode = mode, digit = MODE_DIGITS[mode], levels = levels, names = names, path = path}, next_place
  end

  -- Reads a LOCK in `bytes` from `place` on; `id` is its name in ids. The other arguments are those of a held lock or a waiting request only.
  function parse_lock(id, bytes, place, kind, number, since, until_at)
    local lock = {id, bytes, place, kind, number, since, until_at, 0, nil, nil, nil, struct.unpack(LOCK_FORMAT, bytes, place + DIGEST_BYTES)}
    local targets, all_levels, at = {}, 0, lock[LOCK.WHO_PLACE] + lock[LOCK.HOLDING_COUNT] * NAME_BYTES
    for t = 1, lock[LOCK.TARGET_COUNT] do
      targets[t], at = parse_target(bytes, at)
      all_levels = all_levels + targets[t].levels
    end
    lock[LOCK.TARGETS], lock[LOCK.WHO_PLACE], lock[LOCK.COST] = targets, at, 2 * all_levels + #bytes / LOCK_BYTES_PER_UNIT
    return lock
  end

  -- Reads the head of a new request: enough for the limits in time and for a refusal.
  function parse_head(id, bytes, account, sub_account)
    return {id, bytes, 1, [LOCK.HELD_BYTES] = struct.unpack('>I4', bytes, CHARGES_PLACE), [LOCK.ACCOUNT] = account,
      [LOCK.SUB_ACCOUNT] = sub_account}
  end

  -- Makes a whole request of such a head.
  function complete(head)
    if not head[LOCK.TARGETS] then
      for place, value in pairs(parse_lock(head[LOCK.ID], head[LOCK.BYTES], head[LOCK.PLACE])) do
        head[place] = value
      end
    end
  end

  -- Reads a held lock or a waiting request from ids; parsed once per call, unless it is written anew. `record` is its record, if that is at hand.
  function read_lock(id, record)
    local lock = locks[id]
    if not lock then
      record = record or read_record(id)
      lock = parse_lock(id, record, LOCK_PLACE, struct.unpack(TIMES_FORMAT, record))
      locks[id] = lock
    end
    return lock
  end

  -- As read_lock; nil if ids has none of that id. The second result is the record of an ending.
  function find_lock(id)
    local lock = locks[id]
    if lock then
      return lock
    end
    local record = read_record(id)
    if not record then
      return nil
    elseif string.byte(record) == ENDED then
      return nil, record
    end
    return read_lock(id, record)
  end
end
