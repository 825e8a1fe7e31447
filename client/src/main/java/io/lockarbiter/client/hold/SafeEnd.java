package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Renewed;
import java.time.Duration;

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

  /** The usable part of a lease of this length. */
  Duration usable(Duration lease) {
    return lease.minus(clockDifference);
  }

  private long end(long sentAt, long safeMs) {
    return sentAt + Duration.ofMillis(safeMs).minus(clockDifference).toNanos();
  }
}
