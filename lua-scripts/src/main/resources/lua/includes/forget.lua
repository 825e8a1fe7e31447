-- @rare forget_endings, forget_windows
-- @include ending, floors, keys, lock, many, read_records, records, state, windows, write_record
-- Removes what is over: remembered endings, windows. Whether it is still there makes no difference to any decision, so each call
-- does a little of it.
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

-- A window that is over is dropped; another is looked at later again.
function forget_windows(most, interval)
  local looks = {}
  while #looks < most and state.oldest_window_at ~= 0 and state.oldest_window_at + interval <= state.at do
    looks[#looks + 1] = string.sub(change('LPOP', KEY.WINDOW_ORDER), 9)
    local entry = redis.call('LINDEX', KEY.WINDOW_ORDER, '0')
    state.oldest_window_at = entry and struct.unpack('>I8', entry) or 0
  end
  read_windows(looks)
  for n = 1, #looks do
    local window = windows[looks[n]]
    if window and window[LATEST] <= present_step(window[LENGTH]) - STEPS then
      windows[looks[n]], changed_windows[looks[n]] = false, true
    elseif window then
      state.window_order[#state.window_order + 1] = struct.pack('>I8', state.at) .. looks[n]
    end
  end
end
