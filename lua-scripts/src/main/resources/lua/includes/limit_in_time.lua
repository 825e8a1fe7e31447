-- @late limits: limit_in_time
-- @include held, limits, setting_places
-- The details of a refusal for limits that pass with time: given are the ms after which each would let one more pass, nil if it does; what counts is
-- the longest, the first of those.
local LIMITS_IN_TIME = {SETTING.ACQUIRES_PER_WINDOW, SETTING.ACCOUNT_ACQUIRES_PER_WINDOW, SETTING.ENDINGS_PER_ACCOUNT, SETTING.BYTES_PER_PARTITION}

function limit_in_time(ms, ms_of_account, ms_of_endings, ms_of_partition)
  local waits, longest = {ms or 0, ms_of_account or 0, ms_of_endings or 0, ms_of_partition or 0}, 1
  for n = 2, #waits do
    if waits[n] > waits[longest] then
      longest = n
    end
  end
  return limit_part(LIMITS_IN_TIME[longest]) .. 'R' .. number_bytes(waits[longest])
end
