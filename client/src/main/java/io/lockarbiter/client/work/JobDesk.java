package io.lockarbiter.client.work;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.ask.EventLoop;
import io.lockarbiter.contracts.event.Granted;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The jobs of one worker, read from the log, or from an arbiter for tests. Internal, no API. Safe
 * for use by many threads.
 */
public final class JobDesk implements AutoCloseable {
  private final ExecutorService ownHandlers;
  private final JobDispatcher dispatcher;
  private final JobContext context;

  /**
   * A desk without jobs.
   *
   * @param client the client that holds the leases; stays the caller's
   * @param timers the timers for later tasks; stay the caller's
   * @param keepsTheProcess whether the process lives on as long as the desk is not closed
   * @param stop receives a failure that ends all jobs, such as a closed client
   */
  public JobDesk(
      LockClient client,
      GrantWorkerOptions options,
      GrantHandler handler,
      EventLoop timers,
      boolean keepsTheProcess,
      Consumer<Throwable> stop) {
    AtomicInteger number = new AtomicInteger();
    ownHandlers =
        Executors.newFixedThreadPool(
            options.concurrency(),
            task -> {
              Thread thread =
                  new Thread(
                      task,
                      "grant-worker-%s-handler-%d"
                          .formatted(options.pool(), number.incrementAndGet()));
              thread.setDaemon(!keepsTheProcess);
              return thread;
            });
    dispatcher = new JobDispatcher(options.concurrency(), options.readAhead(), timers);
    context =
        new JobContext(
            client,
            options,
            handler,
            options.handlers() == null ? ownHandlers : options.handlers(),
            dispatcher,
            timers,
            new JobReports(options.listener()),
            stop);
  }

  /**
   * Takes a granted lock of the pool as a job.
   *
   * @param ended runs when the job needs no further run, but not if it is given up
   */
  public void offer(Granted granted, Runnable ended) {
    offer(granted, this, 0, ended);
  }

  /**
   * Takes a job from one of several sources.
   *
   * @param bytes the size of the grant
   */
  void offer(Granted granted, Object source, int bytes, Runnable ended) {
    dispatcher.offer(new JobRun(granted, source, bytes, ended, context));
  }

  JobDispatcher dispatcher() {
    return dispatcher;
  }

  JobReports reports() {
    return context.reports();
  }

  /**
   * Gives all jobs up without a release; the next worker that gets the grant of a lock takes it
   * over.
   */
  @Override
  public void close() {
    dispatcher.giveUp(run -> true);
    ownHandlers.shutdown();
  }
}
