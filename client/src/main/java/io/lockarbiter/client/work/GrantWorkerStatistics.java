package io.lockarbiter.client.work;

/** Counts of one worker. Made by the client; may get more methods. */
public interface GrantWorkerStatistics {
  /** Jobs that wait for a place now, their locks kept alive. */
  int waiting();

  /** Jobs whose handler runs now. */
  int running();

  /** Handlers that still run a second and more after their lease was lost. */
  int overdue();

  /** Jobs whose handler returned without a failure. */
  long done();

  /** Jobs that failed for the last time. */
  long failed();

  /** Attempts after which a job was tried again under its lock. */
  long retried();

  /** Runs whose lease was lost or given up before the handler ended. */
  long lost();

  /** Jobs whose lock had expired, or was forced, before a worker had it: they are lost. */
  long skipped();

  /** Jobs that were read again although an earlier run had released their lock. */
  long finished();

  /** Jobs whose lock has ended longer ago than the arbiter remembers; how is not known. */
  long unknown();

  /** Reads of the events that failed. */
  long pollFailures();
}
