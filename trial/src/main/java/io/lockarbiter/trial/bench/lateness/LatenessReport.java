package io.lockarbiter.trial.bench.lateness;

import io.lockarbiter.embedded.measure.Quantiles;
import java.util.Arrays;
import java.util.List;

/** How late what was due became an event, ms. */
record LatenessReport(int cores, int partitions, int rounds, List<Line> lines) {
  /** One kind of event. */
  record Line(Due.Kind kind, int events, double p50Ms, double p99Ms, double worstMs) {}

  static LatenessReport of(int partitions, int rounds, Due due) {
    return new LatenessReport(
        Runtime.getRuntime().availableProcessors(),
        partitions,
        rounds,
        Arrays.stream(Due.Kind.values()).map(kind -> line(kind, due.lateMs(kind))).toList());
  }

  private static Line line(Due.Kind kind, List<Long> lateMs) {
    return new Line(
        kind,
        lateMs.size(),
        Quantiles.of(lateMs, 0.5),
        Quantiles.of(lateMs, 0.99),
        Quantiles.of(lateMs, 1));
  }
}
