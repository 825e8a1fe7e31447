package io.lockarbiter.client.ask;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The delays before an unanswered command is sent again: exponential back-off with jitter. */
public final class ResendPolicy {
  private static final int MOST_DOUBLINGS = 4;

  private final long firstNanos;
  private final RandomGenerator random;

  /** Delays that begin with {@code first} and grow up to 16 times of it. */
  public ResendPolicy(Duration first, RandomGenerator random) {
    this.firstNanos = first.toNanos();
    this.random = random;
  }

  /** The delay after this many sends: 80 to 120 % of the nominal one, at random. */
  long delayAfter(int sends) {
    long full = firstNanos << Math.min(sends - 1, MOST_DOUBLINGS);
    return (long) (full * (0.8 + 0.4 * random.nextDouble()));
  }
}
