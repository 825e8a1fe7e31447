-- The members of movedOrder of a path that was moved or removed.
--   account, o, event (8), name: for each, so that the earliest of an account are found
--   account, p, path key NUL event (8), name: for each that is gone, so that those below a path are found
local BY_EVENT, BY_PATH = 'o', 'p'

local function order_member(name, account, event)
  return account .. BY_EVENT .. struct.pack('>I8', event) .. name
end

local function gone_from(account, path)
  return account .. BY_PATH .. path
end

local function gone_member(name, account, path, event)
  return gone_from(account, path) .. '\0' .. struct.pack('>I8', event) .. name
end
