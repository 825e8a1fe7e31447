-- @late limits: limit_in_time
-- @include setting_places, state
-- The details of a refusal for limits in time. Arguments are the milliseconds until each limit lets one more pass, nil if it does now. The longest
-- decides, the first of equal ones. While log time stands that comes on top.
function limit_in_time(ms, ms_of_account, ms_of_endings, ms_of_partition)
  local longest, setting = ms or 0, SETTING.ACQUIRES_PER_WINDOW
  if ms_of_account and ms_of_account > longest then
    longest, setting = ms_of_account, SETTING.ACCOUNT_ACQUIRES_PER_WINDOW
  end
  if ms_of_endings and ms_of_endings > longest then
    longest, setting = ms_of_endings, SETTING.ENDINGS_PER_ACCOUNT
  end
  if ms_of_partition and ms_of_partition > longest then
    longest, setting = ms_of_partition, SETTING.BYTES_PER_PARTITION
  end
  return struct.pack('>c1Bc1I8', 'Q', setting, 'R', longest + state.stands_for)
end
