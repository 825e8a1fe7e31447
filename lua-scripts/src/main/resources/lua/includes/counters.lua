-- @include keys, many, modes
-- Counters of all owners together: a field of the hash for each name, read once per call.
--   of a path          targets at it by mode (1..5) and strictly below it (6..10), of held locks; the same of waiting requests (11..20)
--   of an account      held locks (1), waiting requests (2)
--   of a sub-account   the same
-- A field has the counters that are not 0: which (1 byte) and how many (4), in rising order. There is none if all are 0.
-- A set is such a hash in this call: counts[which][name] is a number or nil, masks[name] has a bit for each that is not nil, and is nil if the
-- name was not read. Of a set that `is_new` nothing is in Redis yet.
local BELOW, WAITING_PLACE, COUNTERS = MODES, 2 * MODES, 4 * MODES
local HELD_LOCKS, WAITING_REQUESTS = 1, 2
local FLAGS = {}
for n = 1, COUNTERS do
  FLAGS[n] = 2 ^ (n - 1)
end

local function counter_set(key, is_new)
  local set = {key = key, is_new = is_new, counts = {}, masks = {}, changed = {}}
  for which = 1, COUNTERS do
    set.counts[which] = {}
  end
  return set
end

local counters = counter_set(KEY.COUNTERS)

local function parse_counters(set, name, field)
  local mask = 0
  for place = 1, #field, 5 do
    local which, number = struct.unpack('>BI4', field, place)
    set.counts[which][name], mask = number, mask + FLAGS[which]
  end
  set.masks[name] = mask
end

local function read_counters(set, names)
  local masks, missing = set.masks, {}
  for n = 1, #names do
    if not masks[names[n]] then
      masks[names[n]] = 0
      missing[#missing + 1] = names[n]
    end
  end
  local found = set.is_new and {} or read_fields(set.key, missing)
  for n = 1, #found do
    if found[n] then
      parse_counters(set, missing[n], found[n])
    end
  end
end

local function counted(set, which, name)
  return set.counts[which][name] or 0
end
