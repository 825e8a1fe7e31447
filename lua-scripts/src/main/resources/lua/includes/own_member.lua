-- @include lock
-- own: H or W (held, waiting), owner, mode digit, path key NUL token or arrival (8 bytes), for each target.
local function own_member(letter, lock, target, number)
  return letter .. lock[LOCK.OWNER] .. target.digit .. target.path .. '\0' .. number
end
