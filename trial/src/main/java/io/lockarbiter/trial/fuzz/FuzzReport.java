package io.lockarbiter.trial.fuzz;

import io.lockarbiter.embedded.judge.Judgement;
import java.util.List;

/**
 * What came of a run.
 *
 * @param records sent, those of the neighbour not counted
 * @param dead records that nobody can be told about, by their bytes
 * @param deadLetters of different records
 * @param deadTwice dead letters that are there more than once, or of no such record
 * @param neighbourMs from command to answer of somebody in every partition: median, 99 % and most
 * @param residentMb of the arbiter's process, a fifth of the way and at the end
 * @param restarts of partitions, by the arbiter's own count
 */
record FuzzReport(
    long seed,
    long records,
    double seconds,
    long dead,
    long deadLetters,
    long deadTwice,
    List<Long> neighbourMs,
    List<Long> residentMb,
    long restarts,
    Judgement judgement) {
  /** Memory may not grow by more than this on the way from a fifth to the end. */
  static final double MOST_GROWTH = 1.25;

  boolean isClean() {
    return judgement.isAuditClean()
        && judgement.firstDifference() == null
        && dead == deadLetters
        && deadTwice == 0
        && restarts == 0
        && residentMb.get(1) <= residentMb.get(0) * MOST_GROWTH;
  }
}
