-- @include blockers, bounds, record_fields, relations, text
-- The first blockers of a request as JSON members blockedBy and moreBlockers, with a leading comma.
local function blockers_json(request)
  local listed, more = {}, false
  each_blocker(request, function(_, record, place, relation)
    if #listed == MOST_BLOCKERS then
      more = true
      return false
    end
    local waits = record[1] == WAITING
    listed[#listed + 1] = '{"lockId":' .. record[LOCK_ID_JSON] .. ',' .. record[HEAD_JSON] .. ',' .. record[place + 2]
      .. (waits and '' or ',"expiresAt":' .. text(record[EXPIRES_AT])) .. ',"relation":"' .. RELATION_NAMES[relation] .. '","waiting":'
      .. (waits and 'true' or 'false') .. '}'
    return true
  end)
  return ',"blockedBy":[' .. table.concat(listed, ',') .. ']' .. (more and ',"moreBlockers":true' or '')
end
