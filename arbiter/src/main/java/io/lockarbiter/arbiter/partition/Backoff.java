package io.lockarbiter.arbiter.partition;

import java.time.Duration;

/** When something that failed is due again: soon at first, every five seconds in the end. */
final class Backoff {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final int LONGEST_SHIFT = 10;

  private int failures;
  private long dueNanos;

  /** Something due at once. */
  Backoff(long nowNanos) {
    this.dueNanos = nowNanos;
  }

  /** Plans the next attempt after a failure. */
  void fail(long nowNanos) {
    long delay = FIRST.toNanos() << Math.min(failures, LONGEST_SHIFT);
    failures++;
    dueNanos = nowNanos + Math.min(delay, LONGEST.toNanos());
  }

  /** Forgets the failures. */
  void succeed() {
    failures = 0;
  }

  /** Nanoseconds until the next attempt; 0 or less if it is due. */
  long remaining(long nowNanos) {
    return dueNanos - nowNanos;
  }

  /** Failures in a row. */
  int failures() {
    return failures;
  }
}
