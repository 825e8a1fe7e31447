package io.lockarbiter.arbiter.partition;

import java.time.Duration;

/**
 * Holds back attempts after the group refused a commit: with the same generation the next one would
 * be refused too, and the consumer learns of another in a poll only.
 */
final class RefusedGeneration {
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final int NONE = Integer.MIN_VALUE;

  private int refused = NONE;
  private long untilNanos;

  /** Holds back attempts with this generation, but not for ever. */
  void close(int generation, long nowNanos) {
    refused = generation;
    untilNanos = nowNanos + LONGEST.toNanos();
  }

  /** Claims that an attempt would be in vain. */
  boolean isClosed(int generation, long nowNanos) {
    return generation == refused && nowNanos - untilNanos < 0;
  }
}
