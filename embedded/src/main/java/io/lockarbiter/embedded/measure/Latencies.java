package io.lockarbiter.embedded.measure;

import org.HdrHistogram.AbstractHistogram;

/** Durations that a {@link LatencyHistogram} has counted up to one moment. */
public final class Latencies {
  private final AbstractHistogram nanos;

  Latencies(AbstractHistogram nanos) {
    this.nanos = nanos;
  }

  /** Returns the number of durations. */
  public long total() {
    return nanos.getTotalCount();
  }

  /** Returns the durations between an earlier moment and this one. */
  public Latencies since(Latencies earlier) {
    AbstractHistogram between = nanos.copy();
    between.subtract(earlier.nanos);
    return new Latencies(between);
  }

  /** Returns the duration in ms that this share of all does not exceed; 0 if there is none. */
  public double percentileMs(double share) {
    return nanos.getValueAtPercentile(100 * share) / 1e6;
  }
}
