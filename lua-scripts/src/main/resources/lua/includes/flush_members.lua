-- @include keys, members
local flush_all_members
do
  local MEMBER_KEYS = {KEY.INDEX, KEY.OWN, KEY.LEASES, KEY.QUEUE, KEY.WAITS, KEY.WAIT_INDEX, KEY.NAMERS}

  function flush_all_members()
    for n = 1, #MEMBER_KEYS do
      if added[MEMBER_KEYS[n]] or removed[MEMBER_KEYS[n]] then
        flush_members(MEMBER_KEYS[n])
      end
    end
  end
end
