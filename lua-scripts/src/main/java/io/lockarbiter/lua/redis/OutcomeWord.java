package io.lockarbiter.lua.redis;

/** The first word of an answer of {@code decide.lua}. */
enum OutcomeWord {
  APPLIED,
  STALE,
  BEHIND,
  EMPTY,
  AHEAD,
  /** Nothing was applied: the records were read otherwise than the settings in force say. */
  OTHER_READING
}
