-- The index's member for a target: mode digit, account NUL path NUL token (16 digits) NUL lockId NUL subAccount NUL session, so that byte order
-- is the order of paths, then tokens.

local function token_text(token)
  return string.format('%016.0f', token)
end

local function index_member(mode, account, path, token, lock_id, owner)
  return mode .. account .. '\0' .. path .. '\0' .. token_text(token) .. '\0' .. lock_id .. '\0' .. owner
end
