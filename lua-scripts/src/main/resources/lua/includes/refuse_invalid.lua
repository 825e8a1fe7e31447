-- @late refusing: refuse_invalid
-- @include emit, event_types, reasons
-- Answers a record that is no valid command; COMMAND says what is wrong with it.
function refuse_invalid(_, command)
  emit(EVENT_TYPES.rejected, REJECTED.INVALID, 0, '', '', command)
end
