-- @rare sizes_text
-- @include sizes
-- For people.
function sizes_text(packed)
  return table.concat({struct.unpack(SIZES_FORMAT, packed)}, ',', 1, #SIZED)
end
