-- Reads a number or a table from a key; nil if the key has another type, so that it is not ours.
local function ask(...)
  local answer = redis.pcall(...)
  local problem = not tonumber(answer) and answer.err
  if problem and string.find(problem, 'WRONGTYPE', 1, true) then
    return nil
  end
  return problem and redis.call(...) or answer
end
