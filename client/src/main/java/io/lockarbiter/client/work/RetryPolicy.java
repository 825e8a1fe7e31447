package io.lockarbiter.client.work;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * When a handler is called again for a job whose lock is kept meanwhile. Attempts count anew when
 * the job is handed out again, as after a crash.
 *
 * @param attempts most calls of the handler, 1 to 1,000
 * @param firstPause before the second attempt, 1 ms to 1 h; doubled before each further one, and
 *     between half of it and all of it at random
 * @param longestPause no pause is longer, at most 1 h
 * @param retries which exceptions are worth another attempt; what it throws counts as no
 */
public record RetryPolicy(
    int attempts, Duration firstPause, Duration longestPause, Predicate<Throwable> retries) {
  private static final int MOST_ATTEMPTS = 1_000;
  private static final Duration MOST = Duration.ofHours(1);

  /**
   * No exception is tried again, for nobody but the handler knows which of them will pass, and the
   * lock keeps others away meanwhile; {@link JobOutcome#retryAfter} is, up to 10 attempts.
   */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(10, Duration.ofSeconds(1), Duration.ofMinutes(1), failure -> false);

  public RetryPolicy {
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
  }

  /** So many attempts, whatever exception is thrown, with pauses of 1 s, 2 s, 4 s … 1 min. */
  public static RetryPolicy attempts(int attempts) {
    return DEFAULT.withAttempts(attempts).withRetries(Exception.class::isInstance);
  }

  /** Allows so many attempts. */
  public RetryPolicy withAttempts(int value) {
    return new RetryPolicy(value, firstPause, longestPause, retries);
  }

  /** Pauses for so long. */
  public RetryPolicy withPauses(Duration first, Duration longest) {
    return new RetryPolicy(attempts, first, longest, retries);
  }

  /** Tries again after such exceptions. */
  public RetryPolicy withRetries(Predicate<Throwable> value) {
    return new RetryPolicy(attempts, firstPause, longestPause, value);
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
