package io.lockarbiter.client.work;

/** Counts of one worker. Made by the client; may get more methods. */
public interface GrantWorkerStatistics {
  /** Jobs that wait for a place now, their locks kept alive. */
  int waiting();

  /** Jobs whose handler runs now. */
  int running();

  /** Jobs whose handler returned without a failure. */
  long done();

  /** Jobs that failed for the last time. */
  long failed();

  /** Attempts after which a job was tried again under its lock. */
  long retried();

  /** Runs whose lease was lost or given up before the handler ended. */
  long lost();

  /** Jobs whose lock had ended before a worker had it. */
  long skipped();

  /** Reads of the events that failed. */
  long pollFailures();
}
