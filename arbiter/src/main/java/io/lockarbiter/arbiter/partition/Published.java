package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * The published part of the events; the members are those of {@link StartFacts}.
 *
 * @param lastSeq the number of the last committed event retained; null if there is none
 */
public record Published(
    Commit commit, LogRange events, @Nullable Long lastSeq, LaterEvents later) {}
