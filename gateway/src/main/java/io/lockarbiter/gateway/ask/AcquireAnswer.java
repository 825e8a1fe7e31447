package io.lockarbiter.gateway.ask;

import io.lockarbiter.contracts.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one HTTP request for a lock.
 *
 * @param event {@code granted}, {@code renewed} (a grant that was confirmed), {@code queued},
 *     {@code rejected} or {@code released}
 * @param safeEnd the time until which the lock is safe to use, ns of the desk's clock; null if the
 *     lock is not held
 */
public record AcquireAnswer(Event event, @Nullable Long safeEnd) {}
