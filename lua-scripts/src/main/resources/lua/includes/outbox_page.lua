-- @late page: outbox_page
-- @include header_reply, keys, state, text
-- The events above from_seq of the records that are applied wholly, two elements each: at most `most` events and `most_bytes` bytes, but at least
-- one if there are any. `made_since` is the seq before this call, whose own events need not be read. The outbox has `kept` elements.
-- Number of events read at a time: large events may stand behind small ones, and most of what is read must fit in the page.
local PER_READ = 4

function outbox_page(from_seq, made_since, most, most_bytes, kept)
  local page, bytes, complete = {}, 0, complete_seq()
  local function add(elements, number)
    for n = 1, 2 * number, 2 do
      local size = #elements[n] + #elements[n + 1]
      if #page == 2 * most or #page > 0 and bytes + size > most_bytes then
        return false
      end
      page[#page + 1], page[#page + 2] = elements[n], elements[n + 1]
      bytes = bytes + size
    end
    return number > 0
  end
  if from_seq == made_since then
    add(state.events, complete - made_since)
    return page
  end
  local first_kept = state.seq - kept / 2 + 1
  local seq, has_room = from_seq, true
  while has_room and seq < complete do
    local to = math.min(seq + PER_READ, complete)
    local elements = redis.call('LRANGE', KEY.OUTBOX, text(2 * (seq + 1 - first_kept)), text(2 * (to - first_kept) + 1))
    has_room = add(elements, #elements / 2)
    seq = seq + #elements / 2
  end
  return page
end
