package io.lockarbiter.embedded.measure;

import org.HdrHistogram.ConcurrentHistogram;

/** Counts durations, so that a percentile is right within 1 %. Thread-safe. */
public final class LatencyHistogram {
  private static final int DIGITS = 2;

  private final ConcurrentHistogram nanos = new ConcurrentHistogram(DIGITS);

  /** Counts one duration; a negative one as 0. */
  public void record(long duration) {
    nanos.recordValue(Math.max(0, duration));
  }

  /** The durations counted so far. */
  public Latencies snapshot() {
    return new Latencies(nanos.copy());
  }
}
