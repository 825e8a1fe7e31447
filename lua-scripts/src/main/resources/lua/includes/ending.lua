-- The record of an ending in ids: ENDED (1 byte), its number, endedAt (8 each), type, reason (1 each), owner, digest of the content (16), length of
-- the details (2), details as in the event, WHO with its length before it.
--   ended: in chunks, oldest first: time of the last and number of the first ending (8 each), then the ids
local ENDING_FORMAT, CHUNK_FORMAT = '>BI8I8BBc12c16H', '>I8I8'
