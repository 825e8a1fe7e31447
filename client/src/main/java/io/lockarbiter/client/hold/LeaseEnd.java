package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Renewed;
import java.time.Instant;

/**
 * The end of a lease as an answer told it.
 *
 * @param at the end, log time
 * @param isLast whether no renewal can lengthen it, because its lock may not be held longer
 */
record LeaseEnd(Instant at, boolean isLast) {
  static LeaseEnd of(Granted granted) {
    return of(granted.head().at(), granted.expiresAt(), granted.subject().leaseMs());
  }

  static LeaseEnd of(Renewed renewed) {
    return of(renewed.head().at(), renewed.expiresAt(), renewed.subject().renewedLeaseMs());
  }

  /** The end in an answer; the last lease is shorter than the requested one. */
  private static LeaseEnd of(long at, long expiresAt, long askedMs) {
    return new LeaseEnd(Instant.ofEpochMilli(expiresAt), expiresAt - at < askedMs);
  }
}
