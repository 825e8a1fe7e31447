-- @include any_conflict, state, usage, views
-- Notes that a lock or request ended, if requests wait on its account: promotion comes to the accounts in this order, and walks the queue only
-- where one of another owner waits that conflicts with what ended.
local function touch(lock)
  local account = lock.account
  if usage_of(account)[WAITING_NUMBER] == 0 then
    return
  end
  local todo = state.todo
  todo.touched, todo.walks = todo.touched or {}, todo.walks or {}
  if todo.walks[account] == nil then
    todo.touched[#todo.touched + 1] = account
    todo.walks[account] = false
  end
  if not todo.walks[account] then
    todo.walks[account] = any_conflict(WAITING_VIEW, lock)
  end
end
