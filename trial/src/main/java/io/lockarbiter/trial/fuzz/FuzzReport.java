package io.lockarbiter.trial.fuzz;

import io.lockarbiter.embedded.judge.Judgement;
import java.util.List;

/**
 * The result of a run.
 *
 * @param records sent, without those of the neighbour
 * @param dead number of different records that cannot be answered
 * @param deadLetters about different records
 * @param deadTwice dead letters that exist more than once, or are about no such record
 * @param neighbourMs times from command to answer of a client in every partition: median, 99 % and
 *     maximum
 * @param residentMb memory of the arbiter's process, after a fifth of the run and at its end
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
  /** Largest growth of the memory from a fifth of the run to its end. */
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
