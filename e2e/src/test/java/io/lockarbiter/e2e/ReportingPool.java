package io.lockarbiter.e2e;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.testing.RecordedEnds;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerOptions;
import java.time.Duration;
import java.util.List;

/** Starts workers of a pool, which let no job end when they are closed, and keeps their reports. */
final class ReportingPool {
  private final RecordedEnds ends = new RecordedEnds();
  private final LockClient client;
  private GrantWorkerOptions options;

  ReportingPool(Deployment deployment, LockClient client, String pool) {
    this.client = client;
    this.options =
        GrantWorkerOptions.of(deployment.brokers(), pool)
            .withTopicPrefix(deployment.prefix())
            .withConcurrency(4)
            .withStopTimeout(Duration.ZERO)
            .withListener(ends);
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
    return ends.reports();
  }
}
