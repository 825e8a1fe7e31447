package io.lockarbiter.sandbox.bench.handover;

import io.lockarbiter.sandbox.measure.Quantiles;
import java.util.Arrays;
import java.util.Collection;
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
    List<Line> causes,
    List<Change> changes) {
  /** The bars of issue and README: median and worst of a partition that moves. */
  static final long MOVED_MEDIAN_MS = 700;

  static final long MOVED_WORST_MS = 1_500;

  /** What a dead member may cost beyond the session time-out. */
  static final long KILLED_MS = 1_000;

  /**
   * What the changes of one cause did.
   *
   * @param moved partitions that moved, over all changes
   * @param stayed likewise; in a control every partition stays
   */
  record Line(
      Cause cause,
      int changes,
      int moved,
      double movedMedianMs,
      double movedWorstMs,
      int stayed,
      double stayedMedianMs,
      double stayedWorstMs) {

    static Line of(Cause cause, List<Change> changes) {
      List<Change> own = changes.stream().filter(change -> change.cause() == cause).toList();
      List<Long> moved = stalls(own, true);
      List<Long> stayed = stalls(own, false);
      return new Line(
          cause,
          own.size(),
          moved.size(),
          Quantiles.median(moved),
          Quantiles.of(moved, 1),
          stayed.size(),
          Quantiles.median(stayed),
          Quantiles.of(stayed, 1));
    }

    private static List<Long> stalls(List<Change> changes, boolean moved) {
      return changes.stream()
          .map(change -> change.stallsMs(moved))
          .flatMap(Collection::stream)
          .toList();
    }

    /** Says whether those that moved stood still no longer than they may. */
    boolean keepsMoved(long sessionTimeoutMs) {
      return cause == Cause.KILL
          ? movedWorstMs <= sessionTimeoutMs + KILLED_MS
          : movedMedianMs <= MOVED_MEDIAN_MS && movedWorstMs <= MOVED_WORST_MS;
    }
  }

  /** The lines of a run, causes without a change left out. */
  static List<Line> lines(List<Change> changes) {
    return Arrays.stream(Cause.values())
        .map(cause -> Line.of(cause, changes))
        .filter(line -> line.changes() > 0)
        .toList();
  }

  /** The longest standstill while the group did not change, ms. */
  double controlWorstMs() {
    return causes.stream()
        .filter(line -> line.cause().isControl())
        .mapToDouble(Line::stayedWorstMs)
        .max()
        .orElse(0);
  }

  /** Says whether each command has one answer and none was refused. */
  boolean isComplete() {
    return commands == answers && refused == 0;
  }
}
