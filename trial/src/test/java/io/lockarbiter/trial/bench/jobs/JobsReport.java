package io.lockarbiter.trial.bench.jobs;

import java.util.Map;

/**
 * The outcome of all jobs.
 *
 * @param seconds from the first submission to the last end
 * @param kills workers killed meanwhile
 * @param told how many jobs ended so, as their submitter was told
 * @param silent jobs whose submitter was told nothing
 * @param writtenAgain jobs that were begun more than once
 * @param twiceToTheEnd jobs whose last action was admitted more than once
 * @param doneWithoutEnd jobs told as done whose last action is missing
 * @param endedButLost jobs told as lost whose last action was made: killed between the two
 */
record JobsReport(
    JobsSettings settings,
    double seconds,
    int kills,
    Map<String, Long> told,
    long silent,
    long writtenAgain,
    long twiceToTheEnd,
    long doneWithoutEnd,
    long endedButLost) {
  boolean isClean() {
    return silent == 0 && twiceToTheEnd == 0 && doneWithoutEnd == 0;
  }

  @Override
  public String toString() {
    return "%,d jobs in %.1f s, %d workers killed: %s; %,d begun again; %,d silent, %,d twice to the end, %,d told as done and not; of those lost %,d had been done: %s"
        .formatted(
            settings.jobs(),
            seconds,
            kills,
            told,
            writtenAgain,
            silent,
            twiceToTheEnd,
            doneWithoutEnd,
            endedButLost,
            isClean() ? "clean" : "NOT CLEAN");
  }
}
