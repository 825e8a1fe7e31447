package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.lock.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Measures one guard, all in one account. */
final class GuardRun {
  private static final Duration WORK = Duration.ofMillis(500);

  private final GuardedStorage storage;
  private final String account = "bench-" + System.nanoTime();
  private final AtomicLong tokens = new AtomicLong();

  /** The step that one thread repeats. */
  private interface Step {
    void run(GuardedStorage.Session session) throws Exception;
  }

  GuardRun(GuardedStorage storage) {
    this.storage = storage;
  }

  /** Time in ms for uploads into one folder that begin at once and work for half a second each. */
  double uploadsMs(int uploads) throws Exception {
    return together(uploads, session -> session.act(upload(5), GuardRun::work));
  }

  private static boolean work() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(WORK.toNanos());
    return true;
  }

  /**
   * Checks per second, each of a new lock and file, by this many threads; the first second is a
   * warm-up.
   */
  double checksPerSecond(int threads, int depth, int seconds) throws Exception {
    AtomicLong checks = new AtomicLong();
    together(
        threads,
        session -> {
          long warm = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
          long end = warm + TimeUnit.SECONDS.toNanos(seconds);
          for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
            session.act(upload(depth), () -> true);
            if (now >= warm) {
              checks.incrementAndGet();
            }
          }
        });
    return (double) checks.get() / seconds;
  }

  private FencingAction upload(int depth) {
    long token = tokens.incrementAndGet();
    return FencingAction.of(
        account, token, Mode.PUT, "/folder".repeat(depth - 1) + "/file-" + token);
  }

  /** Time in ms for one step of this many threads at once, whose sessions have acted before. */
  private double together(int threads, Step step) throws Exception {
    List<GuardedStorage.Session> sessions = new ArrayList<>();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<Object>> tasks = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        GuardedStorage.Session session = storage.open();
        sessions.add(session);
        session.act(upload(5), () -> true);
        tasks.add(
            () -> {
              step.run(session);
              return true;
            });
      }
      long began = System.nanoTime();
      for (Future<Object> task : executor.invokeAll(tasks)) {
        task.get();
      }
      return (System.nanoTime() - began) / 1e6;
    } finally {
      executor.shutdownNow();
      for (GuardedStorage.Session session : sessions) {
        session.close();
      }
    }
  }
}
