package io.lockarbiter.arbiter.partition;

import java.util.List;

/**
 * A page of consecutive events.
 *
 * @param next the offset at which the next page begins
 */
public record EventPage(List<PublishedEvent> events, long next) {}
