-- @include state
-- When something is due next, or -1.
local function due_or_none()
  return state.next_due == math.huge and -1 or state.next_due
end
