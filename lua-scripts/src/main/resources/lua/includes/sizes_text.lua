-- @include sizes
-- For people.
local function sizes_text(packed)
  return table.concat({struct.unpack(SIZES_FORMAT, packed)}, ',', 1, #SIZED)
end
