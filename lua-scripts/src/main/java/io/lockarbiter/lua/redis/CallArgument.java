package io.lockarbiter.lua.redis;

/** The arguments of a call of {@code decide.lua}, in their order; what the records hold follows. */
enum CallArgument {
  IDENTITY,
  /** See the head of the script. */
  NUMBERS,
  /** See {@link RecordArguments#writeEntry}. */
  ENTRIES
}
