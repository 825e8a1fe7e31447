-- @include blockers, bounds, record_fields, relations, state, text
-- The first blockers of a request as JSON members blockedBy and moreBlockers, with a leading comma. With `pause`, see includes/blockers, nil if the
-- search was broken off; pause.listed are those found so far.
local function blockers_json(request, pause)
  local listed, more = pause and pause.listed or {}, false
  each_blocker(request, function(_, record, place, relation)
    if #listed == MOST_BLOCKERS then
      more = true
      return false
    end
    state.work = state.work + 5
    local waits = record[1] == WAITING
    listed[#listed + 1] = '{"lockId":' .. record[LOCK_ID_JSON] .. ',' .. record[HEAD_JSON] .. ',' .. record[place + 2]
      .. (waits and '' or ',"expiresAt":' .. text(record[EXPIRES_AT])) .. ',"relation":"' .. RELATION_NAMES[relation] .. '","waiting":'
      .. (waits and 'true' or 'false') .. '}'
    return true
  end, pause)
  if pause and pause.is_due then
    return nil
  end
  return ',"blockedBy":[' .. table.concat(listed, ',') .. ']' .. (more and ',"moreBlockers":true' or '')
end
