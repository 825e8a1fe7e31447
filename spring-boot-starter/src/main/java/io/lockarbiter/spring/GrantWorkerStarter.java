package io.lockarbiter.spring;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.GrantWorkerOptions;

/**
 * Starts the worker of a method with {@link GrantListener}. A bean of this type replaces the worker
 * on Kafka; a test takes {@code fakeArbiter::worker}, which needs none.
 */
@FunctionalInterface
public interface GrantWorkerStarter {
  /**
   * Starts a worker.
   *
   * @param client the application's client, which holds the leases
   * @param options pool, group, concurrency and all else that annotation and properties say
   * @param handler calls the annotated method
   * @return a handle that stops it
   */
  AutoCloseable start(LockClient client, GrantWorkerOptions options, GrantHandler handler);
}
