-- Stands before a script that decides or restores, after Redis has refused its first write because used_memory is above maxmemory. Records are
-- decided in the order of the log, and a record that frees memory may stand behind one that needs some; so up to a tenth more than maxmemory may be
-- used. Redis looks at maxmemory until a script has written something, and lets HDEL through, for that needs no room.
--
-- KEYS[1] meta hash: of the partition; nothing in it changes
--
-- Returns nothing, and the script goes on; or the error OOM if the reserve is used up as well. Then nothing was written.
-- Complexity O(1).
do
  local memory = redis.call('INFO', 'memory')
  local used, most = string.match(memory, 'used_memory:(%d+)'), string.match(memory, 'maxmemory:(%d+)')
  if tonumber(used) > tonumber(most) * 1.1 then
    return redis.error_reply('OOM out of memory: used_memory=' .. used .. ' is above maxmemory=' .. most .. ' and the tenth more that decisions may '
      .. 'take; partitions on this server stand still until there is room, nothing is lost. Fix: CONFIG SET maxmemory to more, or a larger server')
  end
  redis.pcall('HDEL', KEYS[1], '')
end
