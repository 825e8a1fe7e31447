package io.lockarbiter.trial.bench.peers;

import java.util.Locale;

/** A system that the bench measures. */
enum Side {
  ARBITER,
  REDISSON,
  ECHO;

  @Override
  public String toString() {
    return this == REDISSON ? "Redisson" : name().toLowerCase(Locale.ROOT);
  }
}
