package io.lockarbiter.gateway.ask;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one HTTP request for a lock.
 *
 * @param event {@code granted}, {@code renewed} (a grant that was confirmed), {@code queued},
 *     {@code rejected} or {@code released}
 * @param safeEnd the time until which the lock is safe to use, ns of the desk's clock; null if the
 *     lock is not held
 * @param copiesFor the time after its first send during which the request may be sent again; zero
 *     unless it is queued
 * @param hasEnded whether the lock was granted, and gone before it could be renewed; how it ended
 *     is not known then
 */
public record AcquireAnswer(
    Event event, @Nullable Long safeEnd, Duration copiesFor, boolean hasEnded) {
  /** An answer of the arbiter to the request, without a lock. */
  static AcquireAnswer of(Event event) {
    return new AcquireAnswer(event, null, Duration.ZERO, /* hasEnded= */ false);
  }

  /** A lock that is held. */
  static AcquireAnswer safe(Event event, long safeEnd) {
    return new AcquireAnswer(event, safeEnd, Duration.ZERO, /* hasEnded= */ false);
  }

  /** A request that waits. */
  static AcquireAnswer queued(Queued event, Duration copiesFor) {
    return new AcquireAnswer(event, null, copiesFor, /* hasEnded= */ false);
  }

  /** A lock that was granted, with another answer to its renewal than that it was renewed. */
  static AcquireAnswer unconfirmed(Event answer) {
    boolean hasEnded =
        answer instanceof Rejected refused && refused.reason() == RejectReason.NOT_HELD;
    return new AcquireAnswer(answer, null, Duration.ZERO, hasEnded);
  }
}
