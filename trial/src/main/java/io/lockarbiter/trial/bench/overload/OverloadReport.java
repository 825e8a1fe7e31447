package io.lockarbiter.trial.bench.overload;

import java.util.List;

/**
 * What was measured.
 *
 * @param loadAverage of the machine before; negative if unknown
 */
record OverloadReport(int cores, double loadAverage, OverloadSettings settings, List<Line> lines) {
  private static final double MOST_TIMES_OF_NEEDED = 1.5;
  private static final double MOST_GROWTH = 1.25;

  /**
   * One run.
   *
   * @param sustained commands a second that were decided when as many were sent as answered
   * @param sentPerSecond of the overload; fewer than asked for if the load itself had not the time
   * @param backlog commands without an answer when the overload ended
   * @param neededSeconds that this takes at the sustained rate, less what comes meanwhile
   * @param tookSeconds until answers were as quick as before
   * @param residentMb the arbiter's: before the overload, the most, and at the end
   */
  record Line(
      int hotPercent,
      long sustained,
      Delay normal,
      long sentPerSecond,
      Delay overload,
      long backlog,
      double neededSeconds,
      double tookSeconds,
      Delay afterwards,
      List<Long> residentMb,
      long sent,
      long answered,
      long twice,
      long refused) {

    /** Says whether each command has one answer and none was refused. */
    boolean isComplete() {
      return sent == answered && twice == 0 && refused == 0;
    }

    /** Says whether the backlog was gone in time and memory stayed as it was. */
    boolean isWithin() {
      return tookSeconds <= neededSeconds * MOST_TIMES_OF_NEEDED
          && residentMb.get(1) <= residentMb.get(0) * MOST_GROWTH;
    }
  }

  /** From command to answer, ms, by the broker's clock. */
  record Delay(double p50Ms, double p99Ms) {}

  boolean isComplete() {
    return lines.stream().allMatch(Line::isComplete);
  }
}
