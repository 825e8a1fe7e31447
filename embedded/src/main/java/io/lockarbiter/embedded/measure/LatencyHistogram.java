package io.lockarbiter.embedded.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts durations in buckets that grow by 1/16 of a power of two; a percentile is accurate to 6 %.
 * Thread-safe.
 */
public final class LatencyHistogram {
  private static final int STEPS_LOG2 = 4;
  private static final int STEPS = 1 << STEPS_LOG2;

  private final AtomicLongArray buckets = new AtomicLongArray(STEPS * (Long.SIZE - STEPS_LOG2));

  /** Counts one duration. */
  public void record(long nanos) {
    buckets.incrementAndGet(bucket(Math.max(0, nanos)));
  }

  /** Returns the durations so far. */
  public Latencies snapshot() {
    long[] counts = new long[buckets.length()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = buckets.get(i);
    }
    return new Latencies(counts);
  }

  /** Values below 16 have a bucket each; above, the four bits after the leading one choose. */
  static int bucket(long value) {
    if (value < STEPS) {
      return (int) value;
    }
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - STEPS_LOG2;
    return shift * STEPS + (int) (value >>> shift);
  }

  /** Returns the largest value of a bucket. */
  static long upperEdge(int bucket) {
    if (bucket < STEPS) {
      return bucket;
    }
    int shift = bucket / STEPS - 1;
    return ((long) (bucket % STEPS + STEPS + 1) << shift) - 1;
  }
}
