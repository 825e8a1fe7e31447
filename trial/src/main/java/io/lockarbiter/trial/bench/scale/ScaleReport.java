package io.lockarbiter.trial.bench.scale;

import java.util.List;
import java.util.Map;

/**
 * What the layouts cost, and how evenly their processes share the work.
 *
 * @param equalSlots partitions that each master would have, were the slots cut into equal ranges
 */
record ScaleReport(
    int cores, ScaleSettings settings, List<Measured> layouts, List<Integer> equalSlots) {

  /**
   * One layout.
   *
   * @param commands in the logs while it was measured, ticks and settings included
   * @param commandBytes on the broker's disk for a command
   * @param eventBytes on the broker's disk for the events of a command, markers of transactions
   *     included
   * @param secondsPerMillion processor time for a million commands, by process
   * @param shares of each master and each arbiter
   */
  record Measured(
      Layout layout,
      double seconds,
      long commands,
      double commandBytes,
      double eventBytes,
      Map<String, Double> secondsPerMillion,
      List<Share> shares) {}

  /**
   * What one process did.
   *
   * @param share of all commands
   */
  record Share(String process, int partitions, long commands, double share) {}
}
