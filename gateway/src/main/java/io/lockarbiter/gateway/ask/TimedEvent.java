package io.lockarbiter.gateway.ask;

import io.lockarbiter.contracts.event.Event;

/**
 * An answer.
 *
 * @param firstSentAt the first send of the command that it answers, ns of the desk's clock
 */
public record TimedEvent(Event event, long firstSentAt) {}
