-- @include setting_places, state
-- The number before the first event of the partition: the events of a later epoch have numbers beyond all of an earlier one (RULES.md, Settings).
local EVENTS_OF_EPOCH = 17592186044416

local function seq_before_first()
  return state.settings[SETTING.EPOCH] * EVENTS_OF_EPOCH
end
