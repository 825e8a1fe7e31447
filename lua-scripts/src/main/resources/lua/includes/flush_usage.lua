-- @include call_with_many, keys, state, usage
-- Writes the changes of usage. A usage that includes/forget_endings found empty is false; its field is deleted.
local flush_usage
do
  local function packed_usage(used)
    local of_acquires, of_endings = used[ACQUIRES + EARLIER], used[ENDINGS + EARLIER]
    return struct.pack(used[ENDINGS + IN_ALL] == 0 and ONE_WINDOW or TWO_WINDOWS, used[HELD_NUMBER], used[WAITING_NUMBER],
      used[KEPT_NUMBER], used[CHARGED], used[SESSION_NUMBER],
      used[ACQUIRES], used[ACQUIRES + LATEST], used[ACQUIRES + IN_ALL], #of_acquires, of_acquires,
      used[ENDINGS], used[ENDINGS + LATEST], used[ENDINGS + IN_ALL], #of_endings, of_endings)
  end

  function flush_usage()
    local kept, dropped, number = {}, {}, 0
    for name, used in pairs(usage) do
      if not used then
        dropped[#dropped + 1] = name
      elseif used[IS_CHANGED] then
        if used[IS_NEW] then
          state.usage_order[#state.usage_order + 1] = struct.pack('>I8', state.at) .. name
        end
        kept[number + 1], kept[number + 2] = name, packed_usage(used)
        number = number + 2
      end
    end
    write_fields(KEY.USAGE, kept, dropped)
    call_with_many('RPUSH', KEY.USAGE_ORDER, state.usage_order)
    if #state.usage_order > 0 and state.oldest_usage_at == 0 then
      state.oldest_usage_at = state.at
    end
  end
end
