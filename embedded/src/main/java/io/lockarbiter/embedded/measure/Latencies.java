package io.lockarbiter.embedded.measure;

import org.HdrHistogram.AbstractHistogram;

/** Durations as counted by a {@link LatencyHistogram} up to one moment. */
public final class Latencies {
  private final AbstractHistogram nanos;

  Latencies(AbstractHistogram nanos) {
    this.nanos = nanos;
  }

  /** How many durations were counted. */
  public long total() {
    return nanos.getTotalCount();
  }

  /** The durations counted between an earlier moment and this one. */
  public Latencies since(Latencies earlier) {
    AbstractHistogram between = nanos.copy();
    between.subtract(earlier.nanos);
    return new Latencies(between);
  }

  /** The duration in ms that this share of all does not exceed; 0 if none was counted. */
  public double percentileMs(double share) {
    return nanos.getValueAtPercentile(100 * share) / 1e6;
  }
}
