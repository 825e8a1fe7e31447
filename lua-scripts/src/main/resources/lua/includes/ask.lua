-- Asks a key for a number or a table; nil if it is of another type than ours, which only somebody else can have made it.
local function ask(...)
  local answer = redis.pcall(...)
  local problem = not tonumber(answer) and answer.err
  if problem and string.find(problem, 'WRONGTYPE', 1, true) then
    return nil
  end
  return problem and redis.call(...) or answer
end
