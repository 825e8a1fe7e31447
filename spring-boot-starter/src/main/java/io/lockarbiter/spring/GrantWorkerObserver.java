package io.lockarbiter.spring;

import io.lockarbiter.client.work.GrantWorker;
import java.util.List;

/** Is told of all workers whenever they were started. */
@FunctionalInterface
interface GrantWorkerObserver {
  void started(List<GrantWorker> workers);
}
