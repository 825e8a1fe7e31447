-- @late waiting: index_targets, meets_indexed
-- @include conflict_flags, counters, flags, lock, modes, parse_lock, relations, state
-- An index of the targets of some locks by the names of their paths. Other locks are compared with it one after another. The names of upper levels
-- are added only for a depth at which a comparison looks below.
local ALL_FLAGS = 2 * FLAGS[#FLAGS] - 1
local WITHOUT_GUARDS = ALL_FLAGS - FLAGS[MODE.GUARD] - FLAGS[BELOW + MODE.GUARD]

local function name_at(target, level)
  local place = target.names_place + (level - 1) * NAME_BYTES
  return string.sub(target.bytes, place, place + NAME_BYTES - 1)
end

local function add_flag(flags_by_name, name, flag)
  flags_by_name[name] = bit.bor(flags_by_name[name] or 0, flag)
end

-- Adds the targets of the LOCK in `bytes` from `place` on; begins an index if there is none.
function index_targets(index, bytes, place)
  index = index or {targets = {}, at = {}, below = {}}
  local holding_count, target_count = string.byte(bytes, place + HOLDING_PLACE - 2, place + HOLDING_PLACE - 1)
  local at = place + HOLDING_PLACE + holding_count * NAME_BYTES
  for _ = 1, target_count do
    local mode, levels = string.byte(bytes, at, at + 1)
    local target = {mode = mode, levels = levels, bytes = bytes, names_place = at + 2}
    index.targets[#index.targets + 1] = target
    add_flag(index.at, name_at(target, levels), FLAGS[mode])
    at = at + 2 + levels * NAME_BYTES
    at = at + 2 + struct.unpack('>H', bytes, at)
  end
  state.work = state.work + 2 * target_count
  return index
end

-- The targets below, by the names at a depth.
local function below_at(index, level)
  local found = index.below[level]
  if not found then
    found = {}
    for n = 1, #index.targets do
      local target = index.targets[n]
      if target.levels > level then
        add_flag(found, name_at(target, level), FLAGS[BELOW + target.mode])
      end
    end
    index.below[level] = found
    state.work = state.work + #index.targets / 4
  end
  return found
end

-- Says whether a target of a lock conflicts with one of the index, one that is no check-out if `without_guards`.
function meets_indexed(index, lock, without_guards)
  local at, mask = index.at, without_guards and WITHOUT_GUARDS or ALL_FLAGS
  for t = 1, #lock[LOCK.TARGETS] do
    local target = lock[LOCK.TARGETS][t]
    local names, levels, first = target.names, target.levels, RELATIONS * (target.mode - 1)
    state.work = state.work + levels / 8
    for level = 1, levels - 1 do
      local found = at[names[level]]
      if found and bit.band(found, CONFLICT_FLAGS[first + ANCESTOR], mask) ~= 0 then
        return true
      end
    end
    local name = names[levels]
    if bit.band(at[name] or 0, CONFLICT_FLAGS[first + SAME], mask) ~= 0
      or bit.band(below_at(index, levels)[name] or 0, CONFLICT_FLAGS[first + DESCENDANT], mask) ~= 0 then
      return true
    end
  end
  return false
end
