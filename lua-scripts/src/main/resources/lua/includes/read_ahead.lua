-- @include count_windows, counters, holding, kinds, lock, read_records, request
-- An entry of a record, see decide.lua, and what the records will ask for, read at once instead of piece by piece.
local ENTRY_BYTES = 53
local entry_at, read_ahead
do
  local ENTRY_FORMAT = '>BI8I8i4I4c12c12I4'
  local NO_NAME = string.rep('\0', NAME_BYTES)

  function entry_at(entries, n)
    return struct.unpack(ENTRY_FORMAT, entries, (n - 1) * ENTRY_BYTES + 1)
  end

  function read_ahead(entries, first, last, first_content)
    local ids, names, fields = {}, {}, {}
    for n = first, last do
      local _, _, _, _, _, id = entry_at(entries, n)
      if id ~= NO_NAME then
        ids[#ids + 1] = id
      end
    end
    read_records(ids)
    for n = first, last do
      local kind, _, _, _, _, id = entry_at(entries, n)
      local lock = kind == KIND.ACQUIRE and parse_request(id, ARGV[first_content + n - 1]) or id ~= NO_NAME and is_alive(id) and read_lock(id)
      if lock then
        names[#names + 1], names[#names + 2] = lock.account, lock.sub_account
        fields[#fields + 1], fields[#fields + 2], fields[#fields + 3] = lock.account .. 'E', lock.account .. 'A', lock.sub_account .. 'A'
        for t = 1, #lock.targets do
          local of_levels = lock.targets[t].names
          for level = 1, #of_levels do
            names[#names + 1] = of_levels[level]
          end
        end
      end
    end
    read_counters(counters, names)
    read_windows(fields)
  end
end
