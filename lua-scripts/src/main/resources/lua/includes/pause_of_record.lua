-- @include state, take_up
-- Takes up the search of the current record where it stands, or begins one.
local function pause_of_record()
  local todo = state.todo
  todo.pause = todo.pause or restart({})
  return take_up(todo.pause, state.budget)
end
