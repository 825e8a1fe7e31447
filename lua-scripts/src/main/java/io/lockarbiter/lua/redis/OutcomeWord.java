package io.lockarbiter.lua.redis;

/** The first word of an answer of {@code decide.lua}. */
enum OutcomeWord {
  APPLIED,
  STALE,
  BEHIND,
  EMPTY,
  AHEAD
}
