package io.lockarbiter.testing;

import io.lockarbiter.client.work.JobDesk;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.LockKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A consumer group: each job goes to one of its workers, in turn, and to another if that worker
 * leaves. Used in turns of the simulated time only.
 */
final class FakeGroup {
  /** A job that has not ended; without a worker it waits for one. */
  private static final class Open {
    private final Granted granted;
    private @Nullable JobDesk worker;

    Open(Granted granted) {
      this.granted = granted;
    }
  }

  private final SimulatedTime time;
  private final String pool;
  private final Map<LockKey, Open> open = new LinkedHashMap<>();
  private final List<JobDesk> workers = new ArrayList<>();
  private int next;

  FakeGroup(SimulatedTime time, String pool) {
    this.time = time;
    this.pool = pool;
  }

  void read(Event event) {
    if (event instanceof Granted granted
        && !granted.repeated()
        && pool.equals(granted.subject().pool())) {
      Open job = new Open(granted);
      open.put(keyOf(granted), job);
      handOut(job);
    }
  }

  private static LockKey keyOf(Granted granted) {
    return new LockKey(granted.head().account(), granted.subject().lockId());
  }

  void join(JobDesk worker) {
    workers.add(worker);
    handOutAll();
  }

  void leave(JobDesk worker) {
    if (workers.remove(worker)) {
      worker.close();
      open.values().stream().filter(job -> job.worker == worker).forEach(job -> job.worker = null);
      handOutAll();
    }
  }

  private void handOutAll() {
    List.copyOf(open.values()).stream().filter(job -> job.worker == null).forEach(this::handOut);
  }

  private void handOut(Open job) {
    if (workers.isEmpty()) {
      return;
    }
    JobDesk worker = workers.get(next++ % workers.size());
    job.worker = worker;
    worker.offer(job.granted, () -> time.execute(() -> ended(job, worker)));
  }

  private void ended(Open job, JobDesk by) {
    if (job.worker == by) {
      open.remove(keyOf(job.granted));
    }
  }
}
