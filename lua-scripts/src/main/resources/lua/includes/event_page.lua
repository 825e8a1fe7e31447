-- @include header_reply, keys, state, text
-- The events above from_seq of the records that are applied wholly: at most `most` of them and `most_bytes` bytes, but at least one if there are any.
-- `made_since` is the seq before this call: what it made itself need not be read.
local event_page
do
  local FIRST_READ, LARGEST_READ = 16, 512

  function event_page(from_seq, made_since, most, most_bytes)
    local page, bytes, complete = {}, 0, complete_seq()
    local function add(events, number)
      for n = 1, number do
        if #page == most or #page > 0 and bytes + #events[n] > most_bytes then
          return false
        end
        page[#page + 1] = events[n]
        bytes = bytes + #events[n]
      end
      return number > 0
    end
    if from_seq == made_since then
      add(state.events, complete - made_since)
      return page
    end
    local first_kept = state.seq - redis.call('LLEN', KEY.OUTBOX) + 1
    local seq, size, has_room = from_seq, FIRST_READ, true
    while has_room and seq < complete do
      local events = redis.call('LRANGE', KEY.OUTBOX, text(seq + 1 - first_kept), text(math.min(seq + size, complete) - first_kept))
      has_room = add(events, #events)
      seq = seq + #events
      -- As many as the rest of the page takes if they are as large as those so far.
      size = math.max(1, math.min(LARGEST_READ, math.floor((most_bytes - bytes) / math.max(1, bytes) * #page)))
    end
    return page
  end
end
