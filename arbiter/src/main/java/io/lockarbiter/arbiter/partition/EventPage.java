package io.lockarbiter.arbiter.partition;

import java.util.List;

/**
 * Consecutive events.
 *
 * @param next offset from which on to read further
 */
public record EventPage(List<PublishedEvent> events, long next) {}
