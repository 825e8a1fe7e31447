package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Renewed;
import java.time.Instant;

/**
 * The end of a lease as an answer told it.
 *
 * @param at log time
 * @param isLast whether no renewal lengthens it, for its lock may be held no longer
 */
record LeaseEnd(Instant at, boolean isLast) {
  static LeaseEnd of(Granted granted) {
    return of(granted.subject(), granted.head().at(), granted.expiresAt());
  }

  static LeaseEnd of(Renewed renewed) {
    return of(renewed.subject(), renewed.head().at(), renewed.expiresAt());
  }

  /** The last one is shorter than what is asked for. */
  private static LeaseEnd of(LockFields lock, long at, long expiresAt) {
    return new LeaseEnd(Instant.ofEpochMilli(expiresAt), expiresAt - at < lock.leaseMs());
  }
}
