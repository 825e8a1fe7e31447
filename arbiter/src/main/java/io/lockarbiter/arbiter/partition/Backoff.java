package io.lockarbiter.arbiter.partition;

import java.time.Duration;

/**
 * The times of attempts after failures: soon at first, then after twice the time, up to a longest
 * one.
 */
final class Backoff {
  private static final int LONGEST_SHIFT = 10;

  private final Duration first;
  private final Duration longest;
  private int failures;
  private long dueNanos;

  /**
   * An attempt due at once; after failures 100 ms, then twice as much each time, up to five
   * seconds.
   */
  Backoff(long nowNanos) {
    this(nowNanos, Duration.ofMillis(100), Duration.ofSeconds(5));
  }

  /** An attempt due at once, with these waits after failures. */
  Backoff(long nowNanos, Duration first, Duration longest) {
    this.dueNanos = nowNanos;
    this.first = first;
    this.longest = longest;
  }

  /** Plans the next attempt after a failure. */
  void fail(long nowNanos) {
    long delay = first.toNanos() << Math.min(failures, LONGEST_SHIFT);
    failures++;
    dueNanos = nowNanos + Math.min(delay, longest.toNanos());
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
