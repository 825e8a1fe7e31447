package io.lockarbiter.arbiter.partition;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The view of Kafka that an assigned partition has: it starts and pauses the reading of its part of
 * {@code lock.commands}, and opens a publisher for its answers. Every method except {@link #kind}
 * may throw failures that {@code kind} judges.
 */
public interface PartitionLog {
  /** Stops reading until {@link #readFrom}; records not yet taken are dropped. */
  void pause();

  /** Reads on from an offset. */
  void readFrom(long offset);

  /**
   * Waits for the next records that were read.
   *
   * @param longest the longest wait for the first
   * @param gathering the wait for more
   * @return a batch; null if none came in time, or the partition was closed
   * @throws HaltedException if a record breaks an assumption of the guarantees
   */
  @Nullable Batch take(Duration longest, Gathering gathering);

  /** Says whether at least this many records wait to be taken. */
  boolean hasMore(int records);

  /** Says whether everything before an offset was read and taken; false also while unknown. */
  boolean hasRead(long end);

  /** Number of records not yet taken, without a question to a server; empty if unknown. */
  OptionalLong lag();

  /** Asks for the end of the committed records. */
  long end(Duration longest);

  /**
   * Number of times since the assignment that the group has confirmed, by an answer to a heartbeat,
   * that this instance is a member; the consumer has acted upon those answers.
   */
  long confirmations();

  /**
   * Opens a publisher. Returns when every publisher before it, in whatever process, is fenced and
   * its transaction, if one was open, is ended.
   */
  EventPublisher openPublisher();

  /**
   * Says whether the group's position lacks the arbiter's metadata, as a position of a stranger or
   * a tool does; false while that is unknown.
   */
  boolean isCommitBare();

  /**
   * Asks whether commands and events are still the topics that existed at the start; false also
   * while that is unknown. In a topic that was made anew an offset means another record, so no
   * position of the old one may be committed there.
   */
  boolean hasSameTopics();

  /** Reads the facts of Kafka and Redis; call it when a publisher is open. */
  StartFacts facts();

  /**
   * Reads a page of the events of a range, from its begin on and outside of the group; skips
   * records that are no events.
   */
  EventPage events(LogRange range);

  /** Classifies a failure. */
  FailureKind kind(RuntimeException failure);
}
