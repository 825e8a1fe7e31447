package io.lockarbiter.client.work;

/** Does the work for which a lock was granted. */
@FunctionalInterface
public interface GrantHandler {
  /**
   * Works under the lease, which is kept alive until this returns and then released. The worker
   * calls it on as many threads at once as it may run jobs.
   *
   * <p>May be called again for the same lock, elsewhere, if this process dies or loses its part of
   * the work: the guard of the storage ({@link Job#fencing}) then refuses the earlier run. The
   * thread is interrupted when the lease is lost, unless the options say otherwise.
   *
   * @throws Exception if the work failed: {@link RetryPolicy} says whether it is tried again; if
   *     not, the lock is released
   */
  JobOutcome handle(Job job) throws Exception;
}
