package io.lockarbiter.arbiter.tick;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A tick that was appended, or is being appended.
 *
 * @param offset where it stands, once known
 * @param sentAtNanos of the elapsed clock
 * @param unanswered ticks before it, in a row, that were not seen in time
 */
record OutstandingTick(CompletableFuture<Long> offset, long sentAtNanos, int unanswered) {
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /** Twice doubled, 4 s: however long an outage was, nothing expires later than that after it. */
  private static final int LONGEST_SHIFT = 2;

  /** Claims that no other tick should follow yet: neither was it applied nor is it overdue. */
  boolean isStillAwaited(long appliedOffset, long nowNanos) {
    return !isApplied(appliedOffset)
        && nowNanos - sentAtNanos < FIRST_WAIT.toNanos() << Math.min(unanswered, LONGEST_SHIFT);
  }

  /** The number for the next tick. */
  int unansweredAt(long appliedOffset) {
    return isApplied(appliedOffset) ? 0 : unanswered + 1;
  }

  private boolean isApplied(long appliedOffset) {
    return offset.isDone() && !offset.isCompletedExceptionally() && offset.join() <= appliedOffset;
  }
}
