package io.lockarbiter.arbiter.tick;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A tick that was appended, or is being appended.
 *
 * @param offset its offset, once known
 * @param sentAtNanos the time of the send on the elapsed clock
 * @param unanswered the number of ticks in a row before it that were not seen in time
 */
record OutstandingTick(CompletableFuture<Long> offset, long sentAtNanos, int unanswered) {
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /**
   * Most doublings: after two the wait is 4 s, so nothing expires later than that after an outage
   * of any length.
   */
  private static final int LONGEST_SHIFT = 2;

  /**
   * Says whether no other tick should follow yet, because this one is neither applied nor overdue.
   */
  boolean isStillAwaited(long appliedOffset, long nowNanos) {
    return !isApplied(appliedOffset)
        && nowNanos - sentAtNanos < FIRST_WAIT.toNanos() << Math.min(unanswered, LONGEST_SHIFT);
  }

  /** The number of unanswered ticks before the next one. */
  int unansweredAt(long appliedOffset) {
    return isApplied(appliedOffset) ? 0 : unanswered + 1;
  }

  private boolean isApplied(long appliedOffset) {
    return offset.isDone() && !offset.isCompletedExceptionally() && offset.join() <= appliedOffset;
  }
}
