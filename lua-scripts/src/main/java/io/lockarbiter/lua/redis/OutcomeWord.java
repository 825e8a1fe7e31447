package io.lockarbiter.lua.redis;

/** The first word of an answer of {@code decide.lua}. */
enum OutcomeWord {
  APPLIED,
  STALE,
  BEHIND,
  EMPTY,
  AHEAD,
  /** Nothing is done: the records were read by other rules than those that are in force. */
  OTHER_RULES
}
