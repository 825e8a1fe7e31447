-- Gives a state a higher number of its last event, where events may have been published that it does not know. The next event gets a number beyond
-- theirs. What it keeps for publishing gets another name, as others may have been published with those numbers. A repeated call changes nothing.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared; behind them the name that the outbox gets
--
-- ARGV[1] seq integer: the number
--
-- Returns the numbers as in includes/header_reply. Nothing where there is no state, half a state, or one amid a record; then nothing is changed.
-- Complexity O(1).
-- @include header_reply, is_whole, keys, load_state, read_header, save_state, sizes, state

local seq = tonumber(ARGV[1])
local header = read_header()
if not is_whole(header) then
  return {}
end
load_state(header)
if state.todo then
  return {}
end
if state.seq < seq then
  redis.call('HSET', KEY.META, 'applying', '1')
  if sizes[KEY.OUTBOX] > 0 then
    redis.call('RENAME', KEY.OUTBOX, KEYS[#KEYS])
    sizes[KEY.OUTBOX] = 0
  end
  state.seq = seq
  save_state()
end
return {header_reply()}
