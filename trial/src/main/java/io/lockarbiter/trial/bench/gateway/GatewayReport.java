package io.lockarbiter.trial.bench.gateway;

import io.lockarbiter.trial.bench.stage.Series;
import java.util.List;

/**
 * All that the runs have measured.
 *
 * @param seconds of each measurement
 */
record GatewayReport(
    int cores, int runs, int seconds, int partitions, int accounts, List<Level> levels) {
  private static final double P50_MOST_MS = 3;

  /**
   * Latencies of an acquire at one rate, ms, one of each run.
   *
   * @param p50MoreMs what HTTP takes more, of the medians
   * @param p99MoreMs likewise
   * @param p50MostMs the bar for that
   */
  record Level(
      int perSecond,
      Series javaP50Ms,
      Series javaP99Ms,
      Series httpP50Ms,
      Series httpP99Ms,
      double p50MoreMs,
      double p99MoreMs,
      double p50MostMs) {

    static Level of(int perSecond, Series javaP50, Series javaP99, Series httpP50, Series httpP99) {
      return new Level(
          perSecond,
          javaP50,
          javaP99,
          httpP50,
          httpP99,
          httpP50.median() - javaP50.median(),
          httpP99.median() - javaP99.median(),
          P50_MOST_MS);
    }
  }
}
