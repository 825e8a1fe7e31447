package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The grace and the comment with which a request asks holders to yield.
 *
 * @param grace log time after which the lock is released if it is still held, zero to 10 min; null
 *     = the holder decides
 * @param comment the reason, for the holder and the audit, at most 1 KiB of UTF-8; null = none
 * @param ofOwnOnly whether only holders of the same sub-account at the same path are asked
 */
public record YieldWish(@Nullable Duration grace, @Nullable String comment, boolean ofOwnOnly) {
  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if grace or comment is out of them
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

  /** A wish to all holders. */
  public YieldWish(@Nullable Duration grace, @Nullable String comment) {
    this(grace, comment, /* ofOwnOnly= */ false);
  }
}
