-- @late waiting: json_bytes, names_of_who
-- @include who_of
-- Sizes by which lists of blockers and cycles are limited: RULES.md, Order of a decision, Blockers.
-- Bytes of a text without control characters in JSON, without its quotes.
function json_bytes(name)
  local _, escapes = string.gsub(name, '["\\]', '')
  return #name + escapes
end

-- The lockId, sub-account and session of a lock; the session is '' if it has none.
function names_of_who(lock)
  local names, at = {}, 3
  local who = who_of(lock)
  for n = 1, 4 do
    local length = struct.unpack('>H', who, at)
    local is_absent = length == 65535
    names[n] = is_absent and '' or string.sub(who, at + 2, at + 1 + length)
    at = at + 2 + #names[n]
  end
  return names[2], names[3], names[4]
end
