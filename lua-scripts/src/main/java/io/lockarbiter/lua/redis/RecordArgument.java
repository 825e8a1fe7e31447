package io.lockarbiter.lua.redis;

/** The arguments with which each record begins, in their order; its values follow. */
enum RecordArgument {
  /** A {@link RecordKind}. */
  KIND,
  VALUE_COUNT,
  OFFSET,
  /** Epoch ms. */
  APPENDED_AT,
  LEADER_EPOCH
}
