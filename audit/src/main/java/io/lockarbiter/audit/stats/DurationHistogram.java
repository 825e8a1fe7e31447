package io.lockarbiter.audit.stats;

import io.lockarbiter.audit.stats.StatsReport.Quantiles;
import org.HdrHistogram.PackedHistogram;

/** Durations in ms; the longest is exact, the others are accurate to 1 %. */
final class DurationHistogram {
  private static final int DIGITS = 2;

  private final PackedHistogram histogram = new PackedHistogram(DIGITS);
  private long longest;

  void add(long ms) {
    histogram.recordValue(Math.max(0, ms));
    longest = Math.max(longest, ms);
  }

  Quantiles quantiles() {
    long count = histogram.getTotalCount();
    return count == 0
        ? new Quantiles(0, 0, 0, 0, 0)
        : new Quantiles(count, at(50), at(90), at(99), longest);
  }

  private long at(double percentile) {
    return Math.min(histogram.getValueAtPercentile(percentile), longest);
  }
}
