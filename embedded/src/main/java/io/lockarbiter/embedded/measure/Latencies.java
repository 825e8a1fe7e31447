package io.lockarbiter.embedded.measure;

/** Durations as counted by a {@link LatencyHistogram} up to one moment. */
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

  /** How many durations were counted. */
  public long total() {
    return total;
  }

  /** What was counted between an earlier moment and this one. */
  public Latencies since(Latencies earlier) {
    long[] between = counts.clone();
    for (int i = 0; i < between.length; i++) {
      between[i] -= earlier.counts[i];
    }
    return new Latencies(between);
  }

  /** The duration in ms that this share of all does not exceed; 0 if none was counted. */
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
