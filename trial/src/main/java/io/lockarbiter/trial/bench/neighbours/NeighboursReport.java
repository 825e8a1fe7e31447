package io.lockarbiter.trial.bench.neighbours;

import java.util.List;
import java.util.Map;

/**
 * What a run has measured.
 *
 * @param loadAverage of the machine before anything was measured; negative if unknown
 * @param pings sent in all
 * @param answers of these; one of each, if nothing is lost or told twice
 * @param refused pings that were rejected; none should be
 * @param quiet pings while nobody does harm
 */
record NeighboursReport(
    int cores,
    double loadAverage,
    NeighboursSettings settings,
    long pings,
    long answers,
    long refused,
    Line quiet,
    List<Line> inputs) {
  /**
   * One input.
   *
   * @param answers of hostile commands, by kind
   * @param durationMs from the first command's append, or the end of the first lease, to the last
   *     answer's append
   * @param same pings of the same partition in that time
   * @param others those of all other partitions
   */
  record Line(
      String input,
      Map<String, Long> answers,
      long durationMs,
      Bars bars,
      Delays same,
      Delays others) {
    /** How many events told of it. */
    long events() {
      return answers.values().stream().mapToLong(count -> count).sum();
    }

    /** Events of a second; as many as there were if it took less than a millisecond. */
    long eventsPerSecond() {
      return events() * 1_000 / Math.max(1, durationMs);
    }

    /** Whether all bars are kept. */
    boolean isWithin() {
      return bars.keeps(durationMs, same, others);
    }
  }

  /** Says whether each ping has one answer and none was refused. */
  boolean isComplete() {
    return pings == answers && refused == 0;
  }
}
