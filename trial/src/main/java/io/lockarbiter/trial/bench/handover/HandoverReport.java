package io.lockarbiter.trial.bench.handover;

import java.util.List;

/**
 * All that a run has measured.
 *
 * @param intervalMs between two commands of a partition
 * @param sessionTimeoutMs how long the group waits for a member that says nothing
 * @param commands sent in all
 * @param answers read in all; one of each command, if nothing is lost or told twice
 * @param refused commands that were rejected; none should be
 * @param causes one line per cause
 * @param changes one by one
 */
record HandoverReport(
    int cores,
    int partitions,
    int threads,
    int intervalMs,
    int sessionTimeoutMs,
    long commands,
    long answers,
    long refused,
    List<CauseLine> causes,
    List<Change> changes) {
  /** The bars of issue and README: median and worst of a partition that moves. */
  static final long MOVED_MEDIAN_MS = 700;

  static final long MOVED_WORST_MS = 1_500;

  /** What a dead member may cost beyond the session time-out. */
  static final long KILLED_MS = 1_000;

  /** Says whether those that moved stood still no longer than they may. */
  boolean keepsMoved(CauseLine line) {
    return line.cause() == Cause.KILL
        ? line.movedWorstMs() <= sessionTimeoutMs + KILLED_MS
        : line.movedMedianMs() <= MOVED_MEDIAN_MS && line.movedWorstMs() <= MOVED_WORST_MS;
  }

  /** The longest standstill while the group did not change, ms. */
  double controlWorstMs() {
    return causes.stream()
        .filter(line -> line.cause().isControl())
        .mapToDouble(CauseLine::stayedWorstMs)
        .max()
        .orElse(0);
  }

  /** Says whether each command has one answer and none was refused. */
  boolean isComplete() {
    return commands == answers && refused == 0;
  }
}
