-- @include count_sizes, digest_of_header, is_touched_ours, read_header
-- Says whether a state has this format and is as the last call left it: no script broke off, nobody else has written to meta, no key was lost or cut.
local function is_whole(header)
  if header[FORMAT_PLACE] ~= FORMAT or header[APPLYING] ~= '0' or not is_digest_right(header) or not is_touched_ours(header) then
    return false
  end
  count_sizes()
  return header[SIZES] == packed_sizes()
end
