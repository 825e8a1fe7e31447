-- @late ending: remember, flush_endings
-- @include change, count_in_window, ending_format, keys, lock, parse_lock, records, setting_places, state, usage, who_of, write_record
-- Remembers how an acquire ended, without the particulars. Endings are counted by account and their bytes by partition, so that both are bounded.
local IDS_PER_CHUNK = 128

function remember(lock, type, reason, details)
  state.ended_count = state.ended_count + 1
  local digest_and_owner = string.sub(lock[LOCK.BYTES], lock[LOCK.PLACE], lock[LOCK.PLACE] + DIGEST_AND_OWNER_BYTES - 1)
  local head = struct.pack(WRITTEN_ENDING_FORMAT, ENDED, state.ended_count, state.at, type, reason, digest_and_owner, #details)
  write_record(lock[LOCK.ID], head .. details .. who_of(lock))
  state.ended[#state.ended + 1] = lock[LOCK.ID]
  state.ended_times[#state.ended] = state.at
  if state.settings[SETTING.REPEAT_WINDOW_MS] > 0 then
    count_in_window(usage_of(lock[LOCK.ACCOUNT]), ENDINGS, 1)
    count_in_window(usage_of(PARTITION_NAME), ENDINGS, lock[LOCK.ENDED_BYTES])
  end
end

function flush_endings()
  local ended, number = state.ended, state.ended_count - #state.ended
  for from = 1, #ended, IDS_PER_CHUNK do
    local to = math.min(from + IDS_PER_CHUNK - 1, #ended)
    change('RPUSH', KEY.ENDED, struct.pack(CHUNK_FORMAT, state.ended_times[to], number + from) .. table.concat(ended, '', from, to))
  end
  if state.oldest_ended_at == 0 then
    state.oldest_ended_at = state.ended_times[math.min(IDS_PER_CHUNK, #ended)]
  end
end
