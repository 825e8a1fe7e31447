package io.lockarbiter.gateway.live;

import io.lockarbiter.contracts.event.Event;
import org.jspecify.annotations.Nullable;

/** Gets every event that is read, beside the book. Its methods are called by one thread. */
public interface ReadEvents {
  /** Begins to read a partition at this offset, after {@link #restart}. */
  void begin(int partition, int partitions, long offset);

  /**
   * Takes the next event of its partition.
   *
   * @param value the event as it was read
   * @param now the lock after it, as the book has it; null if it changes no lock
   */
  void see(int partition, long offset, byte[] value, Event event, @Nullable LiveLock now);

  /**
   * Learns that all events of a partition that were there at this time have come; no news means
   * that nobody knows.
   *
   * @param nanos a time of this machine's monotonic clock
   */
  void readUpTo(int partition, long nanos);

  /** Forgets everything, because events may have been missed. */
  void restart();
}
