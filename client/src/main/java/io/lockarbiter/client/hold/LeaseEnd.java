package io.lockarbiter.client.hold;

import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The end of a lease as an answer told it.
 *
 * @param at the end, log time
 * @param cutTo the length of each lease where the settings cut it; null if it is as asked for
 * @param isLast whether no renewal can lengthen it, because its lock may not be held longer
 */
record LeaseEnd(Instant at, @Nullable Duration cutTo, boolean isLast) {
  /** The same end, which no renewal moves. */
  LeaseEnd asLast() {
    return new LeaseEnd(at, cutTo, /* isLast= */ true);
  }

  static LeaseEnd of(Granted granted) {
    return of(granted.head().at(), granted.expiresAt(), granted.subject().leaseMs(), granted.cut());
  }

  static LeaseEnd of(Renewed renewed) {
    return of(
        renewed.head().at(),
        renewed.expiresAt(),
        renewed.subject().renewedLeaseMs(),
        renewed.cut());
  }

  /**
   * The longest time for which a lock is held, as its end in log time, epoch ms; null if it is held
   * as long as it is kept.
   */
  static @Nullable Long holdEnd(LockFields lock, long grantedAt, Cut cut) {
    Long cutMs = cut.maxHoldMs();
    long ms = cutMs == null ? lock.maxHoldMs() : cutMs;
    return ms == 0 ? null : Long.valueOf(grantedAt + ms);
  }

  /**
   * The end that somebody who asked has attached to a bound lock, as an event tells it, log time,
   * epoch ms; null if it tells none.
   */
  static @Nullable Long attached(Event event) {
    if (event instanceof Granted granted) {
      return granted.endsAt();
    } else if (event instanceof Renewed renewed) {
      return renewed.endsAt();
    }
    return event instanceof Told told ? told.endsAt() : null;
  }

  /** The end in an answer; the last lease is shorter than the others. */
  private static LeaseEnd of(long at, long expiresAt, long askedMs, Cut cut) {
    Long cutMs = cut.leaseMs();
    return new LeaseEnd(
        Instant.ofEpochMilli(expiresAt),
        cutMs == null ? null : Duration.ofMillis(cutMs),
        expiresAt - at < (cutMs == null ? askedMs : cutMs));
  }
}
