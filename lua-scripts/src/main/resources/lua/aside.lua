-- Renames the keys of a partition's state, whatever log it belongs to and whether or not it is whole. Then a state can be built in its place, and
-- nothing is lost.
--
-- KEYS[1] meta hash, and the others as in decide.lua: all of a partition's keys are declared; behind them, in the same order, the names they get
--
-- Returns how many were there. An error if one of the names is taken; then nothing is renamed.
-- Complexity O(1).

local count = #KEYS / 2
for place = count + 1, #KEYS do
  if redis.call('EXISTS', KEYS[place]) == 1 then
    return redis.error_reply('ERR the key ' .. KEYS[place] .. ' is there already')
  end
end
local renamed = 0
for place = 1, count do
  if redis.call('EXISTS', KEYS[place]) == 1 then
    redis.call('RENAME', KEYS[place], KEYS[place + count])
    renamed = renamed + 1
  end
end
return {renamed}
