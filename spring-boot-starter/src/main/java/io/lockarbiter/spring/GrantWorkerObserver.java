package io.lockarbiter.spring;

import io.lockarbiter.client.work.GrantWorker;
import java.util.List;

/** Receives all workers whenever they were started. */
@FunctionalInterface
interface GrantWorkerObserver {
  void started(List<GrantWorker> workers);
}
