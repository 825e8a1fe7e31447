-- @include byte_less, state, text
-- Walks the members of an index below some prefixes, merged in the byte order of what follows the prefix; calls visit(member, prefix) with each
-- that is not the owner's, until visit answers false. Members are read in pages.
local walk_index
do
  local function next_member(cursor, owner_suffix)
    while true do
      cursor.at = cursor.at + 1
      if cursor.at > #cursor.page then
        if cursor.ended then
          return nil
        end
        cursor.page = redis.call('ZRANGEBYLEX', cursor.key, cursor.from, cursor.to, 'LIMIT', '0', text(cursor.size))
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
        return member
      end
    end
  end

  function walk_index(key, prefixes, owner, visit)
    local owner_suffix = '\0' .. owner
    local cursors = {}
    local function advance(cursor)
      cursor.member = next_member(cursor, owner_suffix)
      cursor.rest = cursor.member and string.sub(cursor.member, #cursor.prefix + 1)
    end
    for n = 1, #prefixes do
      local prefix = prefixes[n]
      local beyond = string.sub(prefix, 1, -2) .. string.char(string.byte(prefix, -1) + 1)
      local cursor = {key = key, prefix = prefix, page = {}, at = 0, size = 8, from = '[' .. prefix, to = '(' .. beyond}
      advance(cursor)
      if cursor.member then
        cursors[#cursors + 1] = cursor
      end
    end
    while #cursors > 0 do
      local first = 1
      for n = 2, #cursors do
        if byte_less(cursors[n].rest, cursors[first].rest) then
          first = n
        end
      end
      local cursor = cursors[first]
      if not visit(cursor.member, cursor.prefix) then
        return
      end
      advance(cursor)
      if not cursor.member then
        table.remove(cursors, first)
      end
    end
  end
end
