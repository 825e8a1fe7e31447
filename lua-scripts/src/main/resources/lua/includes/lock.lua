-- @include records
-- LOCK is what the arbiter makes of an acquire; it is kept and published as it came. Numbers have their big end first. Names have 12 bytes:
--   leaseMs (4), waitMs (4), bytes charged while it is held, while it waits (4 each) and after its end (2), digest of the content (16),
--   names of account, sub-account and owner,
--   number of ids in `holding` (1), number of targets (1), those ids (12 each),
--   each target: mode (1..5), number of its levels from the root down (1), length of its path key (2), names of the levels, path key;
--   length of WHO (2), WHO: account, lockId, owner, replyTo and operation, of no meaning here; then what only the arbiter reads.
local NAME_BYTES = 12
local LOCK_BYTES_PER_UNIT = 64
local MODE_DIGITS = {'1', '2', '3', '4', '5'}
-- Where the ids in `holding` stand in LOCK.
local HOLDING_PLACE = 72
local TARGET_FORMAT, TARGET_FIXED = '>BBH', 4
local names_at, parse_lock, read_lock
do
  local LOCK_FORMAT = '>I4I4I4I4Hc16c12c12c12BB'
  local name_formats = {}

  -- Names that stand one after another.
  function names_at(bytes, place, count)
    local format = name_formats[count]
    if not format then
      format = string.rep('c12', count)
      name_formats[count] = format
    end
    local names = {struct.unpack(format, bytes, place)}
    names[count + 1] = nil
    return names
  end

  -- What a LOCK says that stands in `bytes` from `place` on; `id` is its name in ids. The rest is known of a held lock or a waiting request only.
  -- Its cost is the work of taking it in or out, see includes/room.
  function parse_lock(id, bytes, place, kind, number, since, until_at)
    local lease_ms, wait_ms, held_bytes, waiting_bytes, ended_bytes, _, account, sub_account, owner, holding_count, target_count
      = struct.unpack(LOCK_FORMAT, bytes, place)
    local targets, at, all_levels = {}, place + HOLDING_PLACE + holding_count * NAME_BYTES, 0
    for t = 1, target_count do
      local mode, levels, path_length = struct.unpack(TARGET_FORMAT, bytes, at)
      local path_place = at + TARGET_FIXED + levels * NAME_BYTES
      targets[t] = {mode = mode, digit = MODE_DIGITS[mode], levels = levels, names = names_at(bytes, at + TARGET_FIXED, levels),
        path = string.sub(bytes, path_place, path_place + path_length - 1)}
      at, all_levels = path_place + path_length, all_levels + levels
    end
    return {id = id, bytes = bytes, place = place, lease_ms = lease_ms, wait_ms = wait_ms, held_bytes = held_bytes,
      waiting_bytes = waiting_bytes, ended_bytes = ended_bytes, account = account, sub_account = sub_account,
      owner = owner, holding_count = holding_count, targets = targets, who_place = at, kind = kind, number = number, since = since,
      until_at = until_at, cost = 2 * all_levels + #bytes / LOCK_BYTES_PER_UNIT, read_in = nil}
  end

  -- A held lock or a waiting request as it stands in ids; parsed once, unless it is written anew.
  function read_lock(id)
    local record = read_record(id)
    local lock = locks[id]
    if not lock then
      lock = parse_lock(id, record, LOCK_PLACE, struct.unpack(TIMES_FORMAT, record))
      locks[id] = lock
    end
    return lock
  end
end
