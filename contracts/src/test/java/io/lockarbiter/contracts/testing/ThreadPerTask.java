package io.lockarbiter.contracts.testing;

import java.util.concurrent.Executor;

/**
 * For {@code CompletableFuture.supplyAsync} and its like. The common pool has one thread on a
 * machine with two cores, so there a task that blocks keeps the next one from running. Up to JDK 24
 * such a machine had a thread per task by default.
 */
public final class ThreadPerTask {
  public static final Executor EXECUTOR =
      task -> {
        Thread thread = new Thread(task, "test-task");
        thread.setDaemon(true);
        thread.start();
      };

  private ThreadPerTask() {}
}
