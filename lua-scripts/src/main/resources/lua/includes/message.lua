-- @include messages
-- The message of a refusal, as details of its event.
local function message(reason)
  return ',"message":' .. MESSAGES[reason]
end
