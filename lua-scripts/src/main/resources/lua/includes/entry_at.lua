-- @include kinds
-- Reads entries of records, see decide.lua.
local ENTRY_BYTES, ENTRY_ID_PLACE = 53, 26
local ENTRY_FORMAT = '>BI8I8i4I4c12c12I4'

local function kind_at(entries, n)
  return string.byte(entries, (n - 1) * ENTRY_BYTES + 1)
end

-- Says whether the record, an acquire, asks the holders in its way to yield; its number is ASKING and graceMs.
local ASKING = 16777216

local function asks_holders_at(entries, n)
  return string.byte(entries, n * ENTRY_BYTES - 3) == 1
end

local function number_at(entries, n)
  return struct.unpack('>I4', entries, n * ENTRY_BYTES - 3)
end

local function entry_at(entries, n)
  return struct.unpack(ENTRY_FORMAT, entries, (n - 1) * ENTRY_BYTES + 1)
end

-- Says whether all entries of a range only let time pass.
local function are_ticks(entries, first, last)
  for n = first, last do
    if kind_at(entries, n) ~= KIND.TICK then
      return false
    end
  end
  return true
end
