package io.lockarbiter.client.work;

/** Takes a job that failed for the last time, such as to a table of jobs for people to look at. */
@FunctionalInterface
public interface FailureHandler {
  /** Does nothing: the lock is released, and the failure is logged. */
  FailureHandler NONE = (job, failure) -> {};

  /**
   * Is called on the handler's thread, under the lock, before it is released; again, as for a later
   * run, if this process dies meanwhile. What it throws is logged, and the lock released all the
   * same.
   *
   * @param job with the lock's id, and the attempt that was the last
   * @param failure what the handler threw, or a {@link JobFailedException} that says why
   */
  void handle(Job job, Throwable failure) throws Exception;
}
