package io.lockarbiter.arbiter.partition;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What an assigned partition asks of Kafka: its part of {@code lock.commands} to be read or not,
 * and a publisher for its answers. Everything but {@link #kind} may throw what {@code kind} judges.
 */
public interface PartitionLog {
  /** Reads no further, until {@link #readFrom}; what was read and not taken is dropped. */
  void pause();

  /** Reads on from an offset. */
  void readFrom(long offset);

  /**
   * Waits for the next records that were read.
   *
   * @param longest wait for the first
   * @param gathering how long to wait for more
   * @return as many as make a batch; null if none came in time, or nobody shall wait any more
   * @throws HaltedException if a record is not what the promises rest on
   */
  @Nullable Batch take(Duration longest, Gathering gathering);

  /** Claims that at least so many records wait to be taken. */
  boolean hasMore(int records);

  /** Claims that everything before an offset was read and taken; false also while unknown. */
  boolean hasRead(long end);

  /** Records not yet taken, without asking anybody; empty if unknown. */
  OptionalLong lag();

  /** Asks for the end of what is committed. */
  long end(Duration longest);

  /**
   * How often the group has confirmed since the assignment, by an answer to a heartbeat, that this
   * instance is a member; it has acted upon those answers.
   */
  long confirmations();

  /**
   * Opens a publisher. Returns when every publisher before it, in whatever process, is fenced and
   * its transaction, if one was open, is ended.
   */
  EventPublisher openPublisher();

  /** Reads what Kafka and Redis say; to be called when a publisher is open. */
  StartFacts facts();

  /**
   * Reads events of a range beside the group, from its begin on, as many as make a page; what is no
   * event is passed over.
   */
  EventPage events(LogRange range);

  /** What a failure means. */
  FailureKind kind(RuntimeException failure);
}
