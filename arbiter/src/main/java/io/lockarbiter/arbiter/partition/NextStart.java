package io.lockarbiter.arbiter.partition;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a partition may start: at once, a while after a failure or a halt, and where another
 * instance may have taken over, only after the group has confirmed that this one is a member still.
 * A start fences whoever owns the partition.
 */
final class NextStart {
  /** The first answered heartbeat may have been on its way when the partition was taken over. */
  private static final int CONFIRMATIONS = 2;

  /**
   * Half of the shortest time after which a group gives a silent member up, by the brokers'
   * defaults: who was away for longer may be no member any more, and not know it yet.
   */
  private static final Duration LONG_AWAY = Duration.ofSeconds(3);

  private final Backoff backoff;
  private long afterConfirmations;
  private @Nullable HaltReason haltedFor;

  /** The first start is due. */
  NextStart(long nowNanos) {
    backoff = new Backoff(nowNanos);
  }

  /** Claims that an attempt is due. */
  boolean isDue(long nowNanos, long confirmations) {
    return remaining(nowNanos) <= 0
        && confirmations >= afterConfirmations
        && (haltedFor == null || haltedFor.mayPass());
  }

  /** Nanoseconds until an attempt is due, if the group has confirmed; 0 or less if it is. */
  long remaining(long nowNanos) {
    return backoff.remaining(nowNanos);
  }

  /** The group has to confirm that this instance is a member. */
  void doubt(long confirmations) {
    afterConfirmations = confirmations + CONFIRMATIONS;
  }

  /** Claims that something took so long that another may have taken over meanwhile. */
  static boolean isLongAway(long nanos) {
    return nanos > LONG_AWAY.toNanos();
  }

  /** Plans the next attempt. */
  void fail(long nowNanos) {
    backoff.fail(nowNanos);
  }

  /**
   * Plans when to look whether what it stands still for is gone.
   *
   * @return whether it stood still for something else before, or did not
   */
  boolean halt(HaltReason reason, long nowNanos, long confirmations) {
    boolean isNews = reason != haltedFor;
    haltedFor = reason;
    fail(nowNanos);
    doubt(confirmations);
    return isNews;
  }

  /** Forgets the failures. */
  void succeed() {
    backoff.succeed();
    haltedFor = null;
  }

  /** Failures in a row. */
  int failures() {
    return backoff.failures();
  }
}
