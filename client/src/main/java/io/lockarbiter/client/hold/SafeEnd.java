package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.LockKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time until which a lock is safe to use, on this process's monotonic clock. A command cannot
 * have been appended before it was sent, so the lease cannot end before the send plus its length in
 * log time ({@code WIRE.md}, Reading the events).
 *
 * @param clockDifference the largest difference allowed between the brokers' clocks
 */
record SafeEnd(Duration clockDifference) {
  /**
   * The end after a grant that is not repeated. Log time of the request = {@code at − waitedMs},
   * also where the request waited.
   *
   * @param firstSentAt the time of the first send of the acquire, ns
   */
  long of(Granted granted, long firstSentAt) {
    if (granted.repeated()) {
      throw new IllegalArgumentException(
          "lockId=%s: a repeated grant does not say when its lease began"
              .formatted(granted.subject().lockId()));
    }
    return end(firstSentAt, granted.expiresAt() - granted.head().at() + granted.waitedMs());
  }

  /**
   * The end after a renewal.
   *
   * @param firstSentAt the time of the first send of that renewal, ns
   */
  long of(Renewed renewed, long firstSentAt) {
    return end(firstSentAt, renewed.expiresAt() - renewed.head().at());
  }

  /** The end of a time of this length that no record before the send can have begun. */
  long after(long firstSentAt, long ms) {
    return end(firstSentAt, ms);
  }

  /** The usable part of a lease of this length. */
  Duration usable(Duration lease) {
    return lease.minus(clockDifference);
  }

  /**
   * The failure of a lock whose leases the settings cut so short that no grant can be used; null if
   * they leave something.
   */
  @Nullable IllegalStateException uselessLease(LockKey lock, Cut cut) {
    long leftMs = cut.end(/* at= */ 0, /* grantedAt= */ 0);
    if (isUsable(Duration.ofMillis(leftMs))) {
      return null;
    }
    return new IllegalStateException(
        "account=%s lockId=%s: the settings leave %d ms of each lease, and this client allows a clockDifference of %d ms. So every grant is past its safe end, and the lock is not taken. Let an operator raise the arbiter's longest lease, keep or hold to ten times the difference, or give the client a smaller withClockDifference(…)"
            .formatted(lock.account(), lock.lockId(), leftMs, clockDifference.toMillis()));
  }

  /** Says whether a lease of this length has a usable part. */
  boolean isUsable(Duration lease) {
    return usable(lease).compareTo(Duration.ZERO) > 0;
  }

  private long end(long sentAt, long safeMs) {
    return sentAt + Duration.ofMillis(safeMs).minus(clockDifference).toNanos();
  }
}
