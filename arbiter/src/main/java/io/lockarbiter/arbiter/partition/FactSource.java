package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * The facts that a log has about one partition, one question at a time; the reader chooses the
 * order.
 */
public interface FactSource {
  /** The group's position and the published events, once all published events are visible. */
  Published published();

  /**
   * Refuses to go on if the group's position has changed since it was read, or another event is
   * there, for example by a successor that is not known yet: the earlier facts are then outdated.
   * Records that are no events change nothing.
   */
  void requireUnchanged(Published seen);

  /** The range that {@code lock.commands} retains. */
  LogRange commands();

  /** The record at a retained offset of {@code lock.commands}. */
  AppliedRecord record(long offset, LogRange commands);

  /** The range of {@link StartFacts#tail}. */
  @Nullable LogRange tail(CommitMetadata committed, LogRange events);
}
