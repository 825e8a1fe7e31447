package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * With what a holder is asked to let go.
 *
 * @param grace log time after which the lock is released if it is still held, zero to 10 min; null
 *     = the holder decides
 * @param comment why, for the holder and the audit, at most 1 KiB of UTF-8; null if nothing is to
 *     be said
 */
public record YieldWish(@Nullable Duration grace, @Nullable String comment) {
  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if one of the two is out of them
   */
  public YieldWish {
    if (grace != null) {
      RequestCheck.checkDuration("grace", grace, 0, Settings.MAX_GRACE_MS);
    }
    String problem = WorkOutcome.textProblem(comment);
    if (problem != null) {
      throw new IllegalArgumentException("comment " + problem);
    }
  }
}
