-- @late forgetting: forget_endings, forget_usage
-- @include change, count_in_window, ended_floor_at, ending_format, keys, parse_lock, present_step, read_records, records, state, usage
-- @include write_record
-- Removes endings and usage after their windows. No decision depends on whether they are removed yet, so each call does a little of it.
local CHUNK_PLACE = 17

local function forget_chunk()
  local chunk = change('LPOP', KEY.ENDED)
  local _, first = struct.unpack(CHUNK_FORMAT, chunk)
  local ids = {}
  for place = CHUNK_PLACE, #chunk, NAME_BYTES do
    ids[#ids + 1] = string.sub(chunk, place, place + NAME_BYTES - 1)
  end
  read_records(ids)
  for n = 1, #ids do
    local record = records[ids[n]]
    if record and string.byte(record) == ENDED then
      local _, number = struct.unpack('>BI8', record)
      if number == first + n - 1 then
        write_record(ids[n], false)
      end
    end
  end
  local next_chunk = redis.call('LINDEX', KEY.ENDED, '0')
  state.oldest_ended_at = next_chunk and struct.unpack('>I8', next_chunk) or 0
end

function forget_endings(most)
  for _ = 1, most do
    if state.oldest_ended_at == 0 or state.oldest_ended_at > ended_floor_at() then
      return
    end
    forget_chunk()
  end
end

local function is_over(used, window)
  return used[window + IN_ALL] == 0 or not is_counted(used, window) or used[window + LATEST] <= present_step(window_ms_of(window)) - STEPS
end

-- Drops each usage in which nothing is left; the others are looked at again later.
function forget_usage(most, interval)
  local looks = {}
  while #looks < most and state.oldest_usage_at ~= 0 and state.oldest_usage_at + interval <= state.at do
    looks[#looks + 1] = string.sub(change('LPOP', KEY.USAGE_ORDER), 9)
    local entry = redis.call('LINDEX', KEY.USAGE_ORDER, '0')
    state.oldest_usage_at = entry and struct.unpack('>I8', entry) or 0
  end
  read_usage(looks)
  for n = 1, #looks do
    local used = usage[looks[n]]
    if used[CHARGED] == 0 and is_over(used, ACQUIRES) and is_over(used, ENDINGS) then
      usage[looks[n]] = false
    else
      state.usage_order[#state.usage_order + 1] = struct.pack('>I8', state.at) .. looks[n]
    end
  end
end
