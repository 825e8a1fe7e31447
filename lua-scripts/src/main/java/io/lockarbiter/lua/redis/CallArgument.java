package io.lockarbiter.lua.redis;

/** The arguments of a call of {@code decide.lua}, in their order; what the records hold follows. */
enum CallArgument {
  IDENTITY,
  PARTITION,
  EXPECTED_OFFSET,
  PUBLISHED_SEQ,
  FROM_SEQ,
  BUDGET,
  MOST_EVENTS,
  MOST_BYTES,
  /** See {@link RecordArguments#writeEntry}. */
  ENTRIES
}
