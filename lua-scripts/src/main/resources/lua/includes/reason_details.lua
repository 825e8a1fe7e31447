-- @include messages
-- Details of a refusal.
local function reason_details(reason)
  return '"reason":"' .. reason .. '","message":' .. MESSAGES[reason]
end
