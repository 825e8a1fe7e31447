package io.lockarbiter.client.work;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * When a handler is called again for a job whose lock is kept meanwhile: immutable. Attempts count
 * anew when the job is handed out again, as after a crash.
 */
public final class RetryPolicy {
  private static final int MOST_ATTEMPTS = 1_000;
  private static final Duration MOST = Duration.ofHours(1);

  /**
   * No exception is tried again, for nobody but the handler knows which of them will pass, and the
   * lock keeps others away meanwhile; {@link JobOutcome#retryAfter} is, up to 10 attempts.
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

  /** So many attempts, whatever exception is thrown, with pauses of 1 s, 2 s, 4 s … 1 min. */
  public static RetryPolicy attempts(int attempts) {
    return DEFAULT.withAttempts(attempts).withRetries(Exception.class::isInstance);
  }

  /** Most calls of the handler. */
  public int attempts() {
    return attempts;
  }

  /** Allows so many calls of the handler, 1 to 1,000. */
  public RetryPolicy withAttempts(int value) {
    return new RetryPolicy(value, firstPause, longestPause, retries);
  }

  /**
   * Pauses for so long: the first before the second attempt, 1 ms to 1 h; doubled before each
   * further one, and between half of it and all of it at random, but never longer than the longest,
   * at most 1 h.
   */
  public RetryPolicy withPauses(Duration first, Duration longest) {
    return new RetryPolicy(attempts, first, longest, retries);
  }

  /** Tries again after such exceptions; what the test throws counts as no. */
  public RetryPolicy withRetries(Predicate<Throwable> value) {
    return new RetryPolicy(attempts, firstPause, longestPause, value);
  }

  boolean retries(Throwable failure) {
    return retries.test(failure);
  }

  /** The pause behind an attempt, counted from 1. */
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
