package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestPool.options;

import io.lockarbiter.client.testing.RecordedEnds;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A pool that records the jobs handled, and their ends. */
final class WatchedPool implements AutoCloseable {
  final List<String> handled = new CopyOnWriteArrayList<>();
  private final RecordedEnds ends = new RecordedEnds();
  final List<String> reports = ends.reports();
  private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
  private TestPool pool = new TestPool(options(), job -> JobOutcome.DONE);

  /** The pool started last; the first one takes every job for done and records nothing. */
  TestPool pool() {
    return pool;
  }

  /** Starts another pool in place of the last one. */
  void start(GrantWorkerOptions options, GrantHandler handler) {
    pool.close();
    pool =
        new TestPool(
            options.withListener(ends),
            job -> {
              handled.add(job.lockId());
              return handler.handle(job);
            });
  }

  /** A handler that ends when its gate opens, or is interrupted. */
  JobOutcome gated(Job job) throws InterruptedException {
    gate(job.lockId()).await();
    return JobOutcome.DONE;
  }

  CountDownLatch gate(String lockId) {
    return gates.computeIfAbsent(lockId, id -> new CountDownLatch(1));
  }

  @Override
  public void close() {
    pool.close();
  }
}
