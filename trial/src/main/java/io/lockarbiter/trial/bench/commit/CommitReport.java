package io.lockarbiter.trial.bench.commit;

import java.util.List;

/**
 * Both designs at every level, medians of the runs.
 *
 * @param eventBytes length of a record's value
 */
record CommitReport(
    int cores, int partitions, int runs, int seconds, int eventBytes, List<Line> lines) {

  /**
   * One design at one level.
   *
   * @param level such as 1,200 records/s
   * @param waitP50Ms from a record's arrival to its commit
   * @param brokerMs processor time for a thousand records
   * @param clientMs likewise, of the process that commits
   */
  record Line(
      String level,
      CommitDesign design,
      double commitsPerSecond,
      double recordsPerSecond,
      double waitP50Ms,
      double waitP99Ms,
      double brokerMs,
      double clientMs) {}
}
