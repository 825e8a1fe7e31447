-- @late waiting: queue_position
-- @include enqueue
-- The position of a request in its queue, as a part of the details, see includes/emit.
function queue_position(account, id, arrival)
  return 'P' .. struct.pack('>I4', position_of(account, id, arrival))
end
