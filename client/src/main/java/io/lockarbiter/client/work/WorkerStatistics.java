package io.lockarbiter.client.work;

/** The counts of a worker at one moment. */
record WorkerStatistics(
    int waiting,
    int running,
    int overdue,
    long done,
    long failed,
    long retried,
    long lost,
    long skipped,
    long finished,
    long unknown,
    long pollFailures)
    implements GrantWorkerStatistics {}
