package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestPool.options;

import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A pool that records the jobs handled, and their ends. */
final class WatchedPool implements AutoCloseable {
  final List<String> handled = new CopyOnWriteArrayList<>();
  final List<String> reports = new CopyOnWriteArrayList<>();
  private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
  private TestPool pool = new TestPool(options(), job -> JobOutcome.DONE);

  private final JobListener listener =
      new JobListener() {
        @Override
        public void done(Job job, ReleaseResult release) {
          reports.add("done " + job.lockId());
        }

        @Override
        public void failed(Job job, Throwable failure, ReleaseResult release) {
          reports.add("failed " + job.lockId() + " " + failure.getMessage());
        }

        @Override
        public void lost(Job job, LostReason reason) {
          reports.add("lost " + job.lockId() + " " + reason.getClass().getSimpleName());
        }

        @Override
        public void skipped(LockDetails lock, String why) {
          reports.add("skipped " + lock.lockId());
        }

        @Override
        public void finished(LockDetails lock) {
          reports.add("finished " + lock.lockId());
        }

        @Override
        public void unknown(LockDetails lock, String why) {
          reports.add("unknown " + lock.lockId());
        }
      };

  /** The pool started last; the first one takes every job for done and records nothing. */
  TestPool pool() {
    return pool;
  }

  /** Starts another pool in place of the last one. */
  void start(GrantWorkerOptions options, GrantHandler handler) {
    pool.close();
    pool =
        new TestPool(
            options.withListener(listener),
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
