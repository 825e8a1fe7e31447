package io.lockarbiter.trial.bench.jobs;

/**
 * How the benchmark is run.
 *
 * @param jobs that are submitted
 * @param workers processes at a time
 * @param concurrency jobs at a time of each
 * @param early jobs that are submitted before the first worker starts
 * @param inFlight jobs at a time that are submitted and have not ended
 * @param jobMs how long a job takes
 * @param leaseSeconds of each job's lock
 * @param killEverySeconds one of the workers, in turn, is killed or ended in order; another is
 *     started at once
 * @param partitions of the topics
 */
record JobsSettings(
    int jobs,
    int workers,
    int concurrency,
    int early,
    int inFlight,
    int jobMs,
    int leaseSeconds,
    int killEverySeconds,
    int partitions) {}
