-- @include keys, read_members, state
-- Walks own by owner: the members of all names that begin alike stand together, see includes/own_member.
local MEMBER_MODE_PLACE, MEMBER_PATH_PLACE, MEMBER_PATH_END, MEMBER_NUMBER_PLACE = 14, 15, -10, -8
local INDEX_ID_PLACE, INDEX_ID_END = -24, -13

-- The least text above all that begin with one.
local function above(prefix)
  local head = string.gsub(prefix, '\255+$', '')
  return string.sub(head, 1, -2) .. string.char(string.byte(head, -1) + 1)
end

-- The id of the held lock of a member; nil if its owner is one of another account whose name begins alike.
local function held_id_of(account, member)
  local place = string.sub(member, MEMBER_MODE_PLACE, MEMBER_MODE_PLACE) .. account .. string.sub(member, MEMBER_PATH_PLACE, MEMBER_PATH_END)
    .. '\0' .. string.sub(member, MEMBER_NUMBER_PLACE)
  local found = read_members('ZRANGEBYLEX', KEY.INDEX, '[' .. place, '+', 'LIMIT', '0', '1')[1]
  state.work = state.work + 6
  return found and string.sub(found, 1, #place) == place and string.sub(found, INDEX_ID_PLACE, INDEX_ID_END) or nil
end
