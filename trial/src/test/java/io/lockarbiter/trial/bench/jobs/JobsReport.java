package io.lockarbiter.trial.bench.jobs;

import java.util.Map;

/**
 * The outcome of all jobs.
 *
 * @param seconds from the first submission to the last end
 * @param kills workers killed meanwhile
 * @param restarts workers ended in order meanwhile
 * @param told how many jobs ended so, as their submitter was told
 * @param silent jobs whose submitter was told nothing
 * @param writtenAgain jobs that were begun more than once
 * @param twiceToTheEnd jobs whose last action was admitted more than once
 * @param doneWithoutEnd jobs told as done whose last action is missing
 * @param endedButLost jobs told as lost whose last action was made: killed between the two
 * @param earlyLost jobs of before the first worker that were not done
 * @param falselyLost jobs that a worker reported as lost, and whose submitter was told that they
 *     are done
 * @param unknown jobs of which a worker reported that their end is not known
 */
record JobsReport(
    JobsSettings settings,
    double seconds,
    int kills,
    int restarts,
    Map<String, Long> told,
    long silent,
    long writtenAgain,
    long twiceToTheEnd,
    long doneWithoutEnd,
    long endedButLost,
    long earlyLost,
    long falselyLost,
    long unknown) {
  boolean isClean() {
    return silent == 0 && twiceToTheEnd == 0 && doneWithoutEnd == 0 && falselyLost == 0;
  }

  @Override
  public String toString() {
    return "%,d jobs in %.1f s, %d workers killed, %d ended in order: %s; %,d begun again; %,d silent, %,d twice to the end, %,d told as done and not; of those lost %,d had been done; of those before the first worker %,d were not; workers reported %,d done ones as lost, and %,d ends as not known: %s"
        .formatted(
            settings.jobs(),
            seconds,
            kills,
            restarts,
            told,
            writtenAgain,
            silent,
            twiceToTheEnd,
            doneWithoutEnd,
            endedButLost,
            earlyLost,
            falselyLost,
            unknown,
            isClean() ? "clean" : "NOT CLEAN");
  }
}
