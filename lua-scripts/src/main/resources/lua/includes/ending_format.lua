-- The record of an ending in ids: ENDED (1 byte), its number, endedAt (8 each), type, reason (1 each), digest of the content (16), owner, length of
-- the details (2), details as in the event, WHO with its length before it.
--   ended: in chunks, oldest first: time of the last and number of the first ending (8 each), then the ids
-- The format for reading. Digest and owner are one text for writing, as they stand together in LOCK.
local ENDING_FORMAT, WRITTEN_ENDING_FORMAT, CHUNK_FORMAT = '>BI8I8BBc16c12H', '>BI8I8BBc28H', '>I8I8'
