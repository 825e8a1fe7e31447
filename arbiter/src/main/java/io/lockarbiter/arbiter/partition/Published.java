package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * How far events are published; the members are those of {@link StartFacts}.
 *
 * @param lastSeq number of the last committed event retained; null if there is none
 */
public record Published(Commit commit, LogRange events, @Nullable Long lastSeq) {
  /** Claims that the last event is the one that the commit tells of. */
  public boolean isConsistent() {
    return commit instanceof Commit.Known known
        && known.metadata().publishedSeq() == (lastSeq == null ? 0 : lastSeq);
  }
}
