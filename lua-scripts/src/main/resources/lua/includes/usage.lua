-- @include call_with_many, keys
-- The locks, requests and bytes of accounts, sub-accounts and the partition, and their recent rates. Read once per call, written at its end.
--   usage: name of an account or sub-account, 0 for the partition -> held locks, waiting requests, kept ones of both, bytes charged for them and for
--     sessions, live sessions (4 bytes each); the window of its acquires, then that of its endings, which for the partition counts the bytes charged
--     for them;
--     each: seq after which it is counted, number of the latest step since the epoch in which something happened (8 each), how often in all its
--     steps (4), length of what follows (1), how often in the steps before the latest one, latest first (4 each). The second is missing if nothing
--     was counted in it.
--   usageOrder: time (8 bytes) and name, in the order in which they were made: when to look whether nothing of it is left
-- A window of log time is counted in eight steps: the present one and the seven before it. A count of an older step is 0, even if it is not removed
-- yet. So is a count from before the window got its length, which shows by another number than state.acquires_since or state.endings_since.
local STEPS = 8
local ONE_WINDOW, SECOND_WINDOW, TWO_WINDOWS = '>I4I4I4I4I4I8I8I4Bc0', '>I8I8I4Bc0', '>I4I4I4I4I4I8I8I4Bc0I8I8I4Bc0'
-- Places in a usage. Counted from the place of a window, EARLIER is the place of the earlier steps, in their bytes.
local HELD_NUMBER, WAITING_NUMBER, KEPT_NUMBER, CHARGED, SESSION_NUMBER, ACQUIRES, ENDINGS, IS_CHANGED, IS_NEW = 1, 2, 3, 4, 5, 6, 10, 14, 15
local LATEST, IN_ALL, EARLIER = 1, 2, 3
local PARTITION_NAME = string.rep('\0', 12)
local usage = {}

local function parse_usage(packed)
  if not packed then
    return {0, 0, 0, 0, 0, 0, 0, 0, '', 0, 0, 0, '', false, true}
  end
  local held, waiting, kept, charged, live, since, latest, in_all, earlier, place = struct.unpack(ONE_WINDOW, packed)
  if place > #packed then
    return {held, waiting, kept, charged, live, since, latest, in_all, earlier, 0, 0, 0, '', false}
  end
  local used = {held, waiting, kept, charged, live, since, latest, in_all, earlier, struct.unpack(SECOND_WINDOW, packed, place)}
  used[IS_CHANGED] = false
  return used
end

local function read_usage(names)
  local missing, number = {}, 0
  for n = 1, #names do
    if usage[names[n]] == nil then
      usage[names[n]], number = false, number + 1
      missing[number] = names[n]
    end
  end
  local found = read_fields(KEY.USAGE, missing)
  for n = 1, number do
    usage[missing[n]] = parse_usage(found[n])
  end
end

local function usage_of(name)
  local used = usage[name]
  if not used then
    read_usage({name})
    used = usage[name]
  end
  return used
end
