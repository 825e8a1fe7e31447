package io.lockarbiter.client.work;

import io.lockarbiter.client.LostReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The loss of a run's lease. It is told once: at the loss, as long as the handler runs, because the
 * handler may take no notice; otherwise by whoever ends the run. Thread-safe.
 */
final class LeaseLoss {
  /** Time within which a handler may end after an interrupt. */
  private static final long OVERDUE_NANOS = Duration.ofSeconds(1).toNanos();

  private @Nullable LostReason reason;
  private long at;
  private boolean told;
  private boolean handling;

  /** Notes a loss. */
  synchronized void happened(LostReason why, long now) {
    reason = why;
    at = now;
  }

  /** The reason; null if the lease is not lost. */
  synchronized @Nullable LostReason reason() {
    return reason;
  }

  /** Notes whether the job has a place: its handler runs, or is to run on a thread. */
  synchronized void handling(boolean has) {
    handling = has;
  }

  /** Says whether the loss is to be told at once. */
  synchronized boolean isToldNow() {
    return handling && isToldFirst();
  }

  /** Notes that the loss is told; says whether it was not told before. */
  synchronized boolean isToldFirst() {
    boolean isFirst = !told;
    told = true;
    return isFirst;
  }

  /** Says whether the handler runs on although the lease was lost a while ago. */
  synchronized boolean isOverdue(long now) {
    return handling && reason != null && now - at >= OVERDUE_NANOS;
  }
}
