package io.lockarbiter.client.work;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.work.GrantWorkerHealth.Status;
import io.lockarbiter.client.work.WorkerHealth.Reading;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker of a pool ({@code WIRE.md}, Reading the events): takes granted locks as jobs, confirms
 * each lock with a renewal, keeps it alive while the handler runs, and releases it with the
 * handler's outcome.
 *
 * <p>The pool is a consumer group. Its commits tell which jobs have ended; so the job of a worker
 * that crashes is handed out again, if its lease has not run out before. A pool is no durable
 * queue: a job that waits in the log for longer than its lease is lost. Each hand-out is a run of
 * its own, with a higher number than those before ({@link Job#fencing}). If a worker gives up a
 * job, because it stops or its partition went elsewhere, it neither releases the lock nor commits
 * the job.
 *
 * <p>A job's lock is taken over as soon as the job is read, and kept alive while it waits for a
 * place. New jobs are read first, and those of before the start beside.
 */
public final class GrantWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);

  private final String group;
  private final int concurrency;
  private final PollLoop loop;
  private final JobDesk desk;
  private final WorkerTimers timers;
  private final Thread thread;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  GrantWorker(
      LockClient client,
      GrantWorkerOptions options,
      GrantHandler handler,
      Consumer<byte[], byte[]> consumer,
      Supplier<Consumer<byte[], byte[]>> besides) {
    String name = "grant-worker-" + options.pool();
    group = options.group();
    concurrency = options.concurrency();
    timers = new WorkerTimers(name + "-timers");
    desk = new JobDesk(client, options, handler, timers, /* keepsTheProcess= */ true, this::fail);
    loop = new PollLoop(consumer, besides, options, desk);
    thread = new Thread(this::run, name);
  }

  /**
   * Starts a worker.
   *
   * @param client holds the leases; stays the caller's, and must outlive the worker
   */
  public static GrantWorker start(
      LockClient client, GrantWorkerOptions options, GrantHandler handler) {
    GrantWorker worker =
        new GrantWorker(
            client,
            options,
            handler,
            new KafkaConsumer<>(ConsumerSettings.of(options)),
            () -> new KafkaConsumer<>(ConsumerSettings.beside(options)));
    worker.begin();
    return worker;
  }

  void begin() {
    thread.start();
  }

  private void run() {
    try {
      loop.run();
      ended.complete(null);
    } catch (InterruptedException | RuntimeException | Error e) {
      ended.completeExceptionally(e);
    } finally {
      desk.close();
      timers.close();
    }
    if (ended.isCompletedExceptionally()) {
      LOG.error(
          "the worker {} has stopped; its jobs go to others of its group. Mend the cause, and start it again",
          thread.getName(),
          ended.handle((nothing, failure) -> failure).join());
    }
  }

  private void fail(Throwable failure) {
    ended.completeExceptionally(failure);
    loop.stop();
  }

  /**
   * Completes when the worker has ended: normally after {@link #close}, exceptionally if it could
   * not continue.
   */
  public CompletableFuture<Void> ended() {
    return ended.copy();
  }

  /** The consumer group of its pool. */
  public String group() {
    return group;
  }

  /** The health of the worker, from its own knowledge; asks no server. */
  public GrantWorkerHealth health() {
    if (ended.isCompletedExceptionally()) {
      String cause = ended.handle((nothing, failure) -> String.valueOf(failure)).join();
      return WorkerHealth.ended(
          Status.FAILED,
          "the worker of group=%s has stopped, its jobs go to others of its group: %s. Mend the cause, and start it again"
              .formatted(group, cause));
    }
    if (ended.isDone()) {
      return WorkerHealth.ended(Status.CLOSED, null);
    }
    Reading reading =
        new Reading(
            loop.failures().last(),
            loop.silence(),
            loop.unstarted(),
            loop.leaving(),
            loop.partitions(),
            loop.lag(),
            loop.earlier());
    return WorkerHealth.of(group, reading, desk.dispatcher().overdue(), concurrency);
  }

  /** Counts since the worker was started. */
  public GrantWorkerStatistics statistics() {
    JobReports reports = desk.reports();
    return new WorkerStatistics(
        desk.dispatcher().waiting(),
        desk.dispatcher().running(),
        desk.dispatcher().overdue(),
        reports.done.sum(),
        reports.failed.sum(),
        reports.retried.sum(),
        reports.lost.sum(),
        reports.skipped.sum(),
        reports.finished.sum(),
        reports.unknown.sum(),
        loop.failures().count());
  }

  /**
   * Takes no more jobs, lets the running ones end within the time in the options, gives up the
   * rest, commits, and leaves the group. Must not be called by a handler, which would wait for
   * itself.
   */
  @Override
  public void close() {
    loop.stop();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
