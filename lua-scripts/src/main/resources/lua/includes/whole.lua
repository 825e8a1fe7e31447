-- @include digest, read_header, sizes
-- Whether a state is as the last call has left it: no script broke off, nobody else has written to meta, no key was lost or cut. The sizes are to
-- be counted before.
local function is_whole(header)
  return header[APPLYING] == '0' and is_digest_right(header) and header[SIZES] == packed_sizes()
end
