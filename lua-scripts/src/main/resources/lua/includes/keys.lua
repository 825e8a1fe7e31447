-- The keys of a partition, as decide.lua lists them.
local KEY_META, KEY_IDS, KEY_INDEX, KEY_LEASES, KEY_COUNTERS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local KEY_ENDED, KEY_OUTBOX, KEY_RATES, KEY_RATE_ORDER = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
