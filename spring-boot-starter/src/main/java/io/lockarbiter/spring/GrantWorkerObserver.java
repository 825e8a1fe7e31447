package io.lockarbiter.spring;

import io.lockarbiter.client.work.GrantWorker;

/** Is told of workers when they are started. */
@FunctionalInterface
interface GrantWorkerObserver {
  void started(GrantWorker worker);
}
