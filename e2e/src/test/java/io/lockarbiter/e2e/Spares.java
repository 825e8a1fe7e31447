package io.lockarbiter.e2e;

import java.util.Collections;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Processes that start before the work begins, and are frozen until they are needed. */
final class Spares<T> {
  private static final int AT_ONCE = 3;

  private final Queue<T> left = new ConcurrentLinkedQueue<>();

  /**
   * Starts so many; waits for all.
   *
   * @param frozen starts one, waits until it is ready, and freezes it
   */
  void keep(int count, Callable<T> frozen) throws InterruptedException {
    ExecutorService some = Executors.newFixedThreadPool(AT_ONCE);
    try {
      Callable<Boolean> kept = () -> left.add(frozen.call());
      for (Future<Boolean> start : some.invokeAll(Collections.nCopies(count, kept))) {
        start.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a spare did not start", e.getCause());
    } finally {
      some.shutdownNow();
    }
  }

  /** Takes one, which is frozen still; null if none is left. */
  @Nullable T poll() {
    return left.poll();
  }

  void closeAll(Consumer<T> close) {
    left.forEach(close);
  }
}
