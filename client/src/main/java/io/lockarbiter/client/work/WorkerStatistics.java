package io.lockarbiter.client.work;

/** The counts of a worker at one moment. */
record WorkerStatistics(
    int waiting,
    int running,
    long done,
    long failed,
    long retried,
    long lost,
    long skipped,
    long pollFailures)
    implements GrantWorkerStatistics {}
