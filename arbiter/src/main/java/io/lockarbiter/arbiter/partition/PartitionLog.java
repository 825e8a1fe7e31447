package io.lockarbiter.arbiter.partition;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What an assigned partition asks of Kafka: its part of {@code lock.commands} to be read or not,
 * and a publisher for its answers. Everything but {@link #kind} may throw what {@code kind} judges.
 */
public interface PartitionLog {
  /** Reads no further, until {@link #readFrom}. */
  void pause();

  /** Reads on from an offset. */
  void readFrom(long offset);

  /** Claims that everything before an offset was read; false also while that is unknown. */
  boolean hasRead(long end);

  /** Offsets not yet read, without asking anybody; empty if unknown. */
  OptionalLong lag();

  /** Asks for the end of what is committed. */
  long end(Duration longest);

  /** The consumer's membership of the group; another number after every change of the group. */
  int generation();

  /**
   * Opens a publisher. Returns when every publisher before it, in whatever process, is fenced and
   * its transaction, if one was open, is ended.
   */
  EventPublisher openPublisher();

  /** Reads what Kafka and Redis say; to be called when a publisher is open. */
  StartFacts facts();

  /** What a failure means. */
  FailureKind kind(RuntimeException failure);
}
