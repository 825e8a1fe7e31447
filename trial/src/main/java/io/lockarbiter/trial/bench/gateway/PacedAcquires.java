package io.lockarbiter.trial.bench.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Acquires and releases at a fixed rate, whatever becomes of those before: a slow answer delays no
 * other, and if all threads are busy, the time until one is free counts.
 */
final class PacedAcquires {
  private static final int THREADS = 16;
  private static final int SLOTS = 960;

  private final AtomicInteger next = new AtomicInteger();
  private final Asker asker;
  private final long intervalNanos;
  private final int number;
  private final long began = System.nanoTime();

  private PacedAcquires(Asker asker, int perSecond, Duration length) {
    this.asker = asker;
    this.intervalNanos = 1_000_000_000L / perSecond;
    this.number = (int) (length.toNanos() / intervalNanos);
  }

  /** Runs for so long; answers from when each acquire was due to its answer, ns. */
  static List<Long> run(Asker asker, int perSecond, Duration length) throws InterruptedException {
    PacedAcquires paced = new PacedAcquires(asker, perSecond, length);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Long> all = new ArrayList<>();
      for (Future<List<Long>> some : threads.invokeAll(paced.turns())) {
        all.addAll(some.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException("an acquire or a release failed", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Callable<List<Long>>> turns() {
    List<Callable<List<Long>>> turns = new ArrayList<>();
    for (int n = 0; n < THREADS; n++) {
      turns.add(this::turn);
    }
    return turns;
  }

  private List<Long> turn() throws Exception {
    List<Long> nanos = new ArrayList<>();
    for (int n = next.getAndIncrement(); n < number; n = next.getAndIncrement()) {
      long due = began + n * intervalNanos;
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      AutoCloseable lock = asker.acquire(n % SLOTS);
      nanos.add(System.nanoTime() - due);
      lock.close();
    }
    return nanos;
  }
}
