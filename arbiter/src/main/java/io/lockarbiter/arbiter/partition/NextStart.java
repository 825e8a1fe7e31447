package io.lockarbiter.arbiter.partition;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time at which a partition may start: at once, or a while after a failure or a halt. If
 * another instance may have taken over, it starts only after the group has confirmed that this one
 * is still a member, because a start fences the owner of the partition.
 */
final class NextStart {
  /**
   * Heartbeats to await; the first answered one may have been on its way when the partition was
   * taken over.
   */
  private static final int CONFIRMATIONS = 2;

  /**
   * Half of the shortest time after which a group gives a silent member up, by the brokers'
   * defaults. An instance that was away for longer may be no member any more without knowing it.
   */
  private static final Duration LONG_AWAY = Duration.ofSeconds(3);

  private final Backoff backoff;
  private long afterConfirmations;
  private @Nullable HaltReason haltedFor;

  /** A start that is due now. */
  NextStart(long nowNanos) {
    backoff = new Backoff(nowNanos);
  }

  /** Says whether an attempt is due. */
  boolean isDue(long nowNanos, long confirmations) {
    return remaining(nowNanos) <= 0
        && confirmations >= afterConfirmations
        && (haltedFor == null || haltedFor.mayPass());
  }

  /**
   * Nanoseconds until an attempt is due, provided that the group has confirmed; 0 or less if it is
   * due.
   */
  long remaining(long nowNanos) {
    return backoff.remaining(nowNanos);
  }

  /** Requires the group to confirm that this instance is a member. */
  void doubt(long confirmations) {
    afterConfirmations = confirmations + CONFIRMATIONS;
  }

  /** Says whether an operation took so long that another instance may have taken over meanwhile. */
  static boolean isLongAway(long nanos) {
    return nanos > LONG_AWAY.toNanos();
  }

  /** Plans the next attempt. */
  void fail(long nowNanos) {
    backoff.fail(nowNanos);
  }

  /**
   * Plans the next look at whether the cause of a halt is gone.
   *
   * @return whether it was halted for another reason before, or not halted
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
