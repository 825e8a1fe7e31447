package io.lockarbiter.client.work;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Says when a handler is called again for a job while its lock is kept. Immutable. Attempts are
 * counted anew when the job is handed out again, as after a crash.
 */
public final class RetryPolicy {
  private static final int MOST_ATTEMPTS = 1_000;
  private static final Duration MOST = Duration.ofHours(1);

  /**
   * The default: no exception is tried again, because only the handler knows which of them are
   * temporary, and the lock excludes others meanwhile. {@link JobOutcome#retryAfter} is tried
   * again, up to 10 attempts.
   */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(10, Duration.ofSeconds(1), Duration.ofMinutes(1), failure -> false);

  private final int attempts;
  private final Duration firstPause;
  private final Duration longestPause;
  private final Predicate<Throwable> retries;

  private RetryPolicy(
      int attempts, Duration firstPause, Duration longestPause, Predicate<Throwable> retries) {
    if (attempts < 1 || attempts > MOST_ATTEMPTS) {
      throw new IllegalArgumentException(
          "attempts=%d, expected 1 to %d".formatted(attempts, MOST_ATTEMPTS));
    }
    if (firstPause.toMillis() < 1
        || firstPause.compareTo(longestPause) > 0
        || longestPause.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "firstPause=%s longestPause=%s, expected 1 ms to %s, the first not longer"
              .formatted(firstPause, longestPause, MOST));
    }
    this.attempts = attempts;
    this.firstPause = firstPause;
    this.longestPause = longestPause;
    this.retries = retries;
  }

  /** A policy of this many attempts after any exception, with pauses of 1 s, 2 s, 4 s … 1 min. */
  public static RetryPolicy attempts(int attempts) {
    return DEFAULT.withAttempts(attempts).withRetries(Exception.class::isInstance);
  }

  /** Most calls of the handler. */
  public int attempts() {
    return attempts;
  }

  /** Sets the most calls of the handler, 1 to 1,000. */
  public RetryPolicy withAttempts(int value) {
    return new RetryPolicy(value, firstPause, longestPause, retries);
  }

  /**
   * Sets the pauses: the first, before the second attempt, 1 ms to 1 h; each further one is
   * doubled, then drawn at random between half and all of it, but never longer than the longest, at
   * most 1 h.
   */
  public RetryPolicy withPauses(Duration first, Duration longest) {
    return new RetryPolicy(attempts, first, longest, retries);
  }

  /** Tries again after exceptions that match; an exception of the test counts as no. */
  public RetryPolicy withRetries(Predicate<Throwable> value) {
    return new RetryPolicy(attempts, firstPause, longestPause, value);
  }

  boolean retries(Throwable failure) {
    return retries.test(failure);
  }

  /** The pause after an attempt, counted from 1. */
  Duration pauseAfter(int attempt, RandomGenerator random) {
    long longest = longestPause.toMillis();
    long ms = firstPause.toMillis();
    for (int i = 1; i < attempt && ms < longest; i++) {
      ms *= 2;
    }
    ms = Math.min(ms, longest);
    return Duration.ofMillis(ms - random.nextLong(ms / 2 + 1));
  }
}
