package io.lockarbiter.spring;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.work.GrantHandler;
import io.lockarbiter.client.work.GrantWorkerOptions;

/** Starts a worker; the returned handle stops it. */
@FunctionalInterface
interface GrantWorkerStarter {
  AutoCloseable start(LockClient client, GrantWorkerOptions options, GrantHandler handler);
}
