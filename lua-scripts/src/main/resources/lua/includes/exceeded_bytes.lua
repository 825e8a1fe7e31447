-- @include count_in_window, setting_places, state, usage
-- Limits in number and bytes, and the part of the details that names a limit.
-- The part of the details that names one, see includes/emit.
local function limit_part(setting)
  return 'Q' .. string.char(setting)
end

-- The setting whose limit in number one more lock or session would exceed; nil if none.
local function exceeded_number(of_account, of_sub_account)
  local settings = state.settings
  local number = of_account[HELD_NUMBER] + of_account[WAITING_NUMBER] + of_account[SESSION_NUMBER]
  local number_of_sub = of_sub_account[HELD_NUMBER] + of_sub_account[WAITING_NUMBER] + of_sub_account[SESSION_NUMBER]
  return number_of_sub >= settings[SETTING.LOCKS_PER_SUB_ACCOUNT] and SETTING.LOCKS_PER_SUB_ACCOUNT
    or number >= settings[SETTING.LOCKS_PER_ACCOUNT] and SETTING.LOCKS_PER_ACCOUNT or nil
end

-- The setting whose limit a lock of so many bytes would exceed; nil if none.
local function exceeded_bytes(of_account, of_sub_account, bytes)
  local settings = state.settings
  return of_sub_account[CHARGED] + bytes > settings[SETTING.BYTES_PER_SUB_ACCOUNT] and SETTING.BYTES_PER_SUB_ACCOUNT
    or of_account[CHARGED] + bytes > settings[SETTING.BYTES_PER_ACCOUNT] and SETTING.BYTES_PER_ACCOUNT or nil
end

-- Says whether so many more bytes, for locks and endings together, exceed the limit of the partition. The total of the window at its latest step is
-- never less than the present one.
local function exceeds_partition(bytes)
  local used, most = usage_of(PARTITION_NAME), state.settings[SETTING.BYTES_PER_PARTITION]
  local live = used[CHARGED] + bytes
  return live + used[ENDINGS + IN_ALL] > most and live + sum_of_window(used, ENDINGS) > most
end
