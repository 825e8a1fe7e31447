package io.lockarbiter.gateway.live;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows of each partition up to when it was read: at that time the log had no more than what has
 * been read since. A reader that gets nothing cannot tell a quiet log from lost brokers by itself.
 * Safe for use by many threads.
 */
final class ReadProgress {
  private record End(long askedAt, long offset) {}

  private final LongSupplier nanoTime;
  private final Map<Integer, End> awaited = new HashMap<>();
  private final Map<Integer, Long> readUpTo = new HashMap<>();
  private int partitions;

  /**
   * Progress of nothing.
   *
   * @param nanoTime this machine's monotonic clock
   */
  ReadProgress(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Begins with so many partitions, of which nothing is read; 0 = none can be read. */
  synchronized void begin(int number) {
    partitions = number;
    awaited.clear();
    readUpTo.clear();
  }

  /**
   * Notes where a partition ended. An earlier end that is not reached yet stays: a reader that lags
   * would never reach one if each made place for a later one.
   *
   * @param askedAt when it was asked for: whatever was committed before is before this end
   */
  synchronized void endsAt(int partition, long askedAt, long offset) {
    awaited.putIfAbsent(partition, new End(askedAt, offset));
  }

  /** Says whether {@link #reaches} may tell something of a partition. */
  synchronized boolean awaits(int partition) {
    return awaited.containsKey(partition);
  }

  /**
   * Notes what was read of a partition.
   *
   * @return the time up to which it is read now, ns; null if that is not news
   */
  synchronized @Nullable Long reaches(int partition, long position) {
    End end = awaited.get(partition);
    if (end == null || position < end.offset()) {
      return null;
    }
    awaited.remove(partition);
    readUpTo.put(partition, end.askedAt());
    return end.askedAt();
  }

  /** How many partitions there are; 0 = none can be read. */
  synchronized int partitions() {
    return partitions;
  }

  /** Says whether a partition was read to its end at any time since the beginning. */
  synchronized boolean hasReached(int partition) {
    return readUpTo.containsKey(partition);
  }

  /** Says whether a partition is read up to less than this ago. */
  synchronized boolean isWithin(int partition, Duration age) {
    Long at = readUpTo.get(partition);
    return at != null && nanoTime.getAsLong() - at < age.toNanos();
  }
}
