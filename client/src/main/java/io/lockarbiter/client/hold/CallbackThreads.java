package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientOptions;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;

/**
 * Where callbacks run: on the executor of the options, or on up to four threads of the client's
 * own, which stand in for each other when one blocks on a future.
 */
public final class CallbackThreads implements AutoCloseable {
  private static final int THREADS = 4;

  private final Executor executor;
  private final @Nullable ForkJoinPool own;

  private CallbackThreads(Executor executor, @Nullable ForkJoinPool own) {
    this.executor = executor;
    this.own = own;
  }

  /** As the options say. */
  public static CallbackThreads of(LockClientOptions options, String threadName) {
    Executor given = options.callbacks();
    if (given != null) {
      return new CallbackThreads(given, null);
    }
    // A pool's threads have the system's class loader, which in a boot jar knows no application
    // class.
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    ForkJoinPool own =
        new ForkJoinPool(
            THREADS,
            pool -> {
              ForkJoinWorkerThread thread =
                  ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
              thread.setContextClassLoader(loader);
              thread.setName(threadName + "-" + thread.getPoolIndex());
              return thread;
            },
            null,
            /* asyncMode= */ true);
    return new CallbackThreads(own, own);
  }

  /** Runs callbacks. */
  public Executor executor() {
    return executor;
  }

  /** Callbacks that were handed in still run. */
  @Override
  public void close() {
    if (own != null) {
      own.shutdown();
    }
  }
}
