package io.lockarbiter.lua.redis;

/**
 * The arguments of a call of {@code decide.lua}, in their order; the contents of the records
 * follow.
 */
enum CallArgument {
  IDENTITY,
  /** The numbers, see the head of the script. */
  NUMBERS,
  /** The entries, see {@link RecordArguments#writeEntry}. */
  ENTRIES
}
