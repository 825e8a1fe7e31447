package io.lockarbiter.client.work;

/** What was so at one moment. */
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
