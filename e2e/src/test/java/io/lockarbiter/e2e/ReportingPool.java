package io.lockarbiter.e2e;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Starts workers of a pool, which let no job end when they are closed, and keeps their reports. */
final class ReportingPool implements JobListener {
  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final LockClient client;
  private GrantWorkerOptions options;

  ReportingPool(Deployment deployment, LockClient client, String pool) {
    this.client = client;
    this.options =
        GrantWorkerOptions.of(deployment.brokers(), pool)
            .withTopicPrefix(deployment.prefix())
            .withConcurrency(4)
            .withStopTimeout(Duration.ZERO)
            .withListener(this);
  }

  ReportingPool withGroup(String group) {
    options = options.withGroup(group);
    return this;
  }

  GrantWorker start(GrantHandler handler) {
    return GrantWorker.start(client, options, handler);
  }

  /** Returns how jobs ended, each with the lock's id. */
  List<String> reports() {
    return reports;
  }

  @Override
  public void done(Job job, ReleaseResult release) {
    reports.add("done " + job.lockId());
  }

  @Override
  public void failed(Job job, Throwable failure, ReleaseResult release) {
    reports.add("failed " + job.lockId());
  }

  @Override
  public void lost(Job job, LostReason reason) {
    reports.add("lost " + job.lockId() + " " + reason.getClass().getSimpleName());
  }

  @Override
  public void skipped(LockDetails lock, String why) {
    reports.add("skipped " + lock.lockId());
  }

  @Override
  public void finished(LockDetails lock) {
    reports.add("finished " + lock.lockId());
  }

  @Override
  public void unknown(LockDetails lock, String why) {
    reports.add("unknown " + lock.lockId());
  }
}
