package io.lockarbiter.gateway.ask;

import io.lockarbiter.contracts.event.Event;
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
 */
public record AcquireAnswer(Event event, @Nullable Long safeEnd, Duration copiesFor) {
  AcquireAnswer(Event event, @Nullable Long safeEnd) {
    this(event, safeEnd, Duration.ZERO);
  }
}
