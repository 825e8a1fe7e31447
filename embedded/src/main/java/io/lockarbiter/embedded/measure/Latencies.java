package io.lockarbiter.embedded.measure;

/** Durations that a {@link LatencyHistogram} has counted up to one moment. */
public final class Latencies {
  private final long[] counts;
  private final long total;

  Latencies(long[] counts) {
    this.counts = counts.clone();
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    total = sum;
  }

  /** Returns the number of durations. */
  public long total() {
    return total;
  }

  /** Returns the durations between an earlier moment and this one. */
  public Latencies since(Latencies earlier) {
    long[] between = counts.clone();
    for (int i = 0; i < between.length; i++) {
      between[i] -= earlier.counts[i];
    }
    return new Latencies(between);
  }

  /** Returns the duration in ms that this share of all does not exceed; 0 if there is none. */
  public double percentileMs(double share) {
    long wanted = Math.max(1, (long) Math.ceil(total * share));
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return LatencyHistogram.upperEdge(i) / 1e6;
      }
    }
    return 0;
  }
}
