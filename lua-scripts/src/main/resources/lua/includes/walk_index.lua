-- @late waiting: walk_index
-- @include byte_less, read_members, state, text
-- Walks the members of an index below some prefixes, merged in the byte order of what follows the prefix; calls visit(member, prefix) with each
-- that is not the owner's, until visit answers false; a nil owner skips none. Members are read in pages. No member has byte 255 after its prefix, as
-- a path or a number follows.
-- With `pause`, see includes/take_up, a walk may take several calls: pause.after is what followed the prefix of the last member. Two members with the
-- same rest count as one.
local MOST_PER_PAGE, PAGE_BYTES, MEMBER_BYTES_PER_UNIT, CURSORS_PER_UNIT = 512, 65536, 256, 2

local function is_of(owner, member)
  return owner ~= nil and string.sub(member, -#owner) == owner
end

-- Moves on to the next member that is not the owner's, but not beyond the page. The last member of a page stands for those before it, even if it is
-- the owner's.
local function advance(cursor, owner)
  cursor.at = cursor.at + 1
  if cursor.at > #cursor.page then
    if cursor.ended then
      cursor.member = nil
      return
    end
    local page = read_members('ZRANGEBYLEX', cursor.key, cursor.from, cursor.to, 'LIMIT', '0', text(cursor.size))
    local read, last = #page, page[#page] or ''
    state.work = state.work + 1 + read + read * #last / MEMBER_BYTES_PER_UNIT
    cursor.page, cursor.at, cursor.ended = page, 1, read < cursor.size
    if not cursor.ended then
      -- Each page has four times as many members, as long as members of the last one's length fit in PAGE_BYTES.
      cursor.size = math.max(1, math.min(cursor.size * 4, MOST_PER_PAGE, math.floor(PAGE_BYTES / (1 + #last))))
      cursor.from = '(' .. last
    end
  end
  local page, at = cursor.page, cursor.at
  while at < #page and is_of(owner, page[at]) do
    at = at + 1
  end
  cursor.at, cursor.member = at, page[at]
  cursor.rest = cursor.member and string.sub(cursor.member, #cursor.prefix + 1)
end

local function cursors_of(key, prefixes, owner, after)
  local cursors = {}
  for n = 1, #prefixes do
    local prefix = prefixes[n]
    local cursor = {key = key, prefix = prefix, page = {}, at = 0, size = 8, from = after and '(' .. prefix .. after or '[' .. prefix,
      to = '(' .. prefix .. '\255'}
    advance(cursor, owner)
    if cursor.member then
      cursors[#cursors + 1] = cursor
    end
  end
  return cursors
end

function walk_index(key, prefixes, owner, visit, pause)
  local cursors = cursors_of(key, prefixes, owner, pause and pause.after)
  local limit = pause and pause.limit or math.huge
  while #cursors > 0 do
    local first = 1
    state.work = state.work + #cursors / CURSORS_PER_UNIT
    for n = 2, #cursors do
      if byte_less(cursors[n].rest, cursors[first].rest) then
        first = n
      end
    end
    local cursor = cursors[first]
    if not is_of(owner, cursor.member) and not visit(cursor.member, cursor.prefix) then
      return
    end
    if state.work >= limit then
      pause.is_due, pause.after = true, cursor.rest
      return
    end
    advance(cursor, owner)
    if not cursor.member then
      table.remove(cursors, first)
    end
  end
end
