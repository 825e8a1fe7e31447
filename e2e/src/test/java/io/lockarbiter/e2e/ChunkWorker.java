package io.lockarbiter.e2e;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.client.work.GrantWorkerOptions;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobListener;
import io.lockarbiter.client.work.JobOutcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * A worker that writes chunk after chunk until its job is finished; it can also run as a process.
 */
final class ChunkWorker implements AutoCloseable {
  static final String ATTRIBUTE = "job";
  private static final Duration PACE = Duration.ofMillis(20);

  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final String name;
  private final ChunkStorage storage;
  private final LockClient client;
  private final GrantWorker worker;

  ChunkWorker(String name, String brokers, String prefix, String pool, ChunkStorage storage) {
    this.name = name;
    this.storage = storage;
    this.client =
        KafkaLockClient.open(LockClientOptions.of(brokers).withTopicPrefix(prefix).withName(name));
    this.worker =
        GrantWorker.start(
            client,
            GrantWorkerOptions.of(
                    Map.of(
                        "bootstrap.servers", brokers,
                        "session.timeout.ms", "6000",
                        "heartbeat.interval.ms", "500"),
                    pool)
                .withTopicPrefix(prefix)
                .withConcurrency(4)
                .withListener(new Reporter()),
            this::handle);
  }

  /** Arguments: brokers, prefix, pool, URL of the storage. */
  public static void main(String[] arguments) throws InterruptedException {
    new ChunkWorker(
        "process", arguments[0], arguments[1], arguments[2], new ChunkStorage(arguments[3]));
    Thread.currentThread().join();
  }

  /** Returns how jobs ended: done, failed, lost or skipped, and the lock's id. */
  List<String> reports() {
    return reports;
  }

  private JobOutcome handle(Job job) throws SQLException {
    String id = String.valueOf(job.attribute(ATTRIBUTE));
    while (!storage.isFinished(id)) {
      storage.write(job.fencing(), id, name);
      LockSupport.parkNanos(PACE.toNanos());
      if (Thread.interrupted() && !id.startsWith("deaf")) {
        throw new IllegalStateException("interrupted");
      }
    }
    storage.write(job.fencing().asLast(), id, name);
    return JobOutcome.DONE;
  }

  private final class Reporter implements JobListener {
    @Override
    public void done(Job job, ReleaseResult release) {
      report("done " + job.lockId());
    }

    @Override
    public void failed(Job job, Throwable failure, ReleaseResult release) {
      report("failed " + job.lockId() + " " + failure.getMessage());
    }

    @Override
    public void lost(Job job, LostReason reason) {
      report("lost " + job.lockId() + " " + reason.getClass().getSimpleName());
    }

    @Override
    public void skipped(LockDetails lock, String why) {
      report("skipped " + lock.lockId() + " " + why);
    }

    private void report(String text) {
      reports.add(text);
      System.out.println(text);
    }
  }

  @Override
  public void close() {
    worker.close();
    client.close();
  }
}
