package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/** What a log says of one partition, one question after another; the order is the reader's. */
public interface FactSource {
  /** What the group's position and the events say, when all that is published can be seen. */
  Published published();

  /**
   * Refuses to go on if the group's position is not the one that was read, such as by a successor
   * of whom this one has not heard: what was read before belongs to another time.
   */
  void requireUnchanged(Commit seen);

  /** What {@code lock.commands} retains. */
  LogRange commands();

  /** What stands at an offset of {@code lock.commands} that it retains. */
  AppliedRecord record(long offset, LogRange commands);

  /** As {@link StartFacts#tail}. */
  @Nullable LogRange tail(CommitMetadata committed, LogRange events);
}
