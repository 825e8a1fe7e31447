package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * An event as it stands in {@code lock.events}.
 *
 * @param lockReplyTo the reply address of the lock's acquire; null if it had none
 */
public record PublishedEvent(Event event, @Nullable String lockReplyTo) {}
