-- @include state, take_up
-- Where the search of the record in work stands, to be taken up.
local function pause_of_record()
  local todo = state.todo
  todo.pause = todo.pause or restart({})
  return take_up(todo.pause, state.budget)
end
