-- @include count_sizes, text
-- Names the keys whose sizes are not the remembered ones; for people.
local function lost_text(found, remembered)
  local now, before, names = {struct.unpack(SIZES_FORMAT, found)}, {struct.unpack(SIZES_FORMAT, remembered)}, {}
  for n = 1, #SIZE_COMMANDS do
    if now[n] ~= before[n] then
      local what = now[n] == OTHER_TYPE and ' is of another type' or ' has ' .. text(now[n]) .. ' of ' .. text(before[n]) .. ' entries'
      names[#names + 1] = string.match(KEYS[SIZED_BEHIND + n], '[^:]*$') .. what
    end
  end
  return table.concat(names, ', ')
end
