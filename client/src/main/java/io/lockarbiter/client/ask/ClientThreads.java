package io.lockarbiter.client.ask;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/**
 * Threads of a client's own, for tasks that may block; the JVM's common pool is shared with the
 * whole process.
 */
public final class ClientThreads {
  private static final int MOST_THREADS = 64;
  private static final Duration IDLE = Duration.ofSeconds(1);

  private ClientThreads() {}

  /**
   * A pool that starts threads when they are needed and ends idle ones; they have the class loader
   * of the caller.
   */
  public static ForkJoinPool pool(String threadName) {
    // By default a pool's threads have the system's class loader, which in a boot jar knows no
    // application class.
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return new ForkJoinPool(
        MOST_THREADS,
        pool -> {
          ForkJoinWorkerThread thread =
              ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
          thread.setContextClassLoader(loader);
          thread.setName(threadName + "-" + thread.getPoolIndex());
          return thread;
        },
        null,
        /* asyncMode= */ true,
        /* corePoolSize= */ 0,
        /* maximumPoolSize= */ 4 * MOST_THREADS,
        /* minimumRunnable= */ 1,
        null,
        IDLE.toMillis(),
        TimeUnit.MILLISECONDS);
  }
}
