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

  /** Forgets everything, because events may have been missed. */
  void restart();
}
