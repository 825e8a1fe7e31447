package io.lockarbiter.client.work;

import io.lockarbiter.client.Lease;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to get a thread for a job; runs it at most once, whatever an executor does with it.
 */
final class JobStart implements Runnable {
  private final AtomicReference<@Nullable JobRun> job;
  private final Lease lease;

  JobStart(JobRun job, Lease lease) {
    this.job = new AtomicReference<>(job);
    this.lease = lease;
  }

  @Override
  public void run() {
    JobRun taken = job.getAndSet(null);
    if (taken != null) {
      taken.handle(lease);
    }
  }

  /** Takes it back; returns whether it had not begun. */
  boolean takeBack() {
    return job.getAndSet(null) != null;
  }
}
