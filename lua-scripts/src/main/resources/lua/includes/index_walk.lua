-- Walks the index over some modes below a common prefix, in order of path, then token; calls visit(member) with each member,
-- without its mode, that is not the owner's, until visit answers false.
local function next_member(cursor, owner_suffix)
  while true do
    cursor.at = cursor.at + 1
    if cursor.at > #cursor.page then
      if cursor.ended then
        return nil
      end
      cursor.page = redis.call('ZRANGEBYLEX', KEY_INDEX, cursor.from, cursor.to, 'LIMIT', '0', text(cursor.size))
      cursor.ended = #cursor.page < cursor.size
      cursor.at = 1
      cursor.size = math.min(cursor.size * 4, 512)
      state.work = state.work + #cursor.page
      if #cursor.page == 0 then
        return nil
      end
      cursor.from = '(' .. cursor.page[#cursor.page]
    end
    local member = cursor.page[cursor.at]
    if string.sub(member, -#owner_suffix) ~= owner_suffix then
      return string.sub(member, 2)
    end
  end
end

local function walk_index(modes, prefix, owner, visit)
  local owner_suffix = '\0' .. owner
  local last = string.byte(prefix, -1)
  local beyond = string.sub(prefix, 1, -2) .. string.char(last + 1)
  local cursors = {}
  for n = 1, #modes do
    local cursor = {page = {}, at = 0, size = 8, from = '[' .. modes[n] .. prefix, to = '(' .. modes[n] .. beyond}
    cursor.member = next_member(cursor, owner_suffix)
    if cursor.member then
      cursors[#cursors + 1] = cursor
    end
  end
  while #cursors > 0 do
    local first = 1
    for n = 2, #cursors do
      if byte_less(cursors[n].member, cursors[first].member) then
        first = n
      end
    end
    local cursor = cursors[first]
    if not visit(cursor.member) then
      return
    end
    cursor.member = next_member(cursor, owner_suffix)
    if not cursor.member then
      table.remove(cursors, first)
    end
  end
end
