package io.lockarbiter.client.work;

/**
 * Receives a job that failed for the last time, for example to put it into a table for people to
 * look at.
 */
@FunctionalInterface
public interface FailureHandler {
  /** Does nothing: the lock is released, and the failure is logged. */
  FailureHandler NONE = (job, failure) -> {};

  /**
   * Handles the failure, on the handler's thread, under the lock and before its release. It is
   * called again, for a later run, if this process dies meanwhile. An exception is logged, and the
   * lock is still released.
   *
   * @param job the job, with the lock's id and the number of the last attempt
   * @param failure the handler's exception, or a {@link JobFailedException} with the reason
   */
  void handle(Job job, Throwable failure) throws Exception;
}
