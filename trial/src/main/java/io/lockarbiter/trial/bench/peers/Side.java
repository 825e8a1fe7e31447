package io.lockarbiter.trial.bench.peers;

import java.util.Locale;

/** Who is measured. */
enum Side {
  ARBITER,
  REDISSON,
  ECHO;

  @Override
  public String toString() {
    return this == REDISSON ? "Redisson" : name().toLowerCase(Locale.ROOT);
  }
}
