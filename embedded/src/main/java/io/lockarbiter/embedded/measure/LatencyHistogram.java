package io.lockarbiter.embedded.measure;

import org.HdrHistogram.ConcurrentHistogram;

/** Counts durations; a percentile is accurate to 1 %. Thread-safe. */
public final class LatencyHistogram {
  private static final int DIGITS = 2;

  private final ConcurrentHistogram nanos = new ConcurrentHistogram(DIGITS);

  /** Counts one duration; a negative one counts as 0. */
  public void record(long duration) {
    nanos.recordValue(Math.max(0, duration));
  }

  /** Returns the durations so far. */
  public Latencies snapshot() {
    return new Latencies(nanos.copy());
  }
}
