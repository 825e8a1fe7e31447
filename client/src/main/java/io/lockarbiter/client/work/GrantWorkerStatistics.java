package io.lockarbiter.client.work;

/**
 * Counts of one worker.
 *
 * @param waiting jobs that wait for a place now, their locks kept alive
 * @param running jobs whose handler runs now
 * @param done jobs whose handler ended well
 * @param failed jobs that failed for the last time
 * @param retried attempts after which a job is tried again under its lock
 * @param lost runs whose lease was lost or given up before the handler ended
 * @param skipped jobs whose lock had ended before a worker had it
 * @param pollFailures reads of the events that failed
 */
public record GrantWorkerStatistics(
    int waiting,
    int running,
    long done,
    long failed,
    long retried,
    long lost,
    long skipped,
    long pollFailures) {}
