-- Ends a held lock, says why and remembers it.
local function finish(account, lock_id, lock, command_json, reply_to, reason, further)
  local id, owner = account .. '\0' .. lock_id, lock[SUB_ACCOUNT] .. '\0' .. lock[SESSION]
  local members = {}
  for n = TARGETS, #lock, 3 do
    local totals, owns = nodes_of(account, owner, lock[n + 1])
    count_target(totals, owns, lock[n], -1)
    members[#members + 1] = index_member(lock[n], account, lock[n + 1], lock[TOKEN], lock_id, owner)
  end
  local account_count, sub_account_count = lock_count_fields(account, lock[SUB_ACCOUNT])
  load_counters({account_count, sub_account_count})
  count(account_count, 1, -1)
  count(sub_account_count, 1, -1)
  redis.call('ZREM', KEY_INDEX, unpack(members))
  redis.call('ZREM', KEY_LEASES, lease_member(lock[TOKEN], id))
  local short = '"reason":"' .. reason .. '","token":' .. text(lock[TOKEN]) .. ',"heldMs":' .. text(state.at - lock[GRANTED_AT])
  local details = short .. further
  remember(id, lock, 'released', details, #short)
  emit({type = 'released', account = account, account_json = lock[ACCOUNT_JSON], command_json = command_json,
    subject = lock_subject(lock[LOCK_ID_JSON], lock[HEAD_JSON], lock[TAIL_JSON]), details = details, lock_id = lock_id, reply_to = reply_to,
    lock_reply_to = lock[REPLY_TO]})
end
