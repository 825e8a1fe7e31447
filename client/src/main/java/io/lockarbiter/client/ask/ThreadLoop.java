package io.lockarbiter.client.ask;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs turns on one thread, with the time of {@link System#nanoTime}. */
public final class ThreadLoop implements ClientLoop, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadLoop.class);

  private final ScheduledThreadPoolExecutor executor;
  private volatile @Nullable Thread thread;

  /** Starts the thread with the first turn. */
  public ThreadLoop(String threadName) {
    executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread turns = new Thread(task, threadName);
              turns.setDaemon(true);
              thread = turns;
              return turns;
            });
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(true);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  /**
   * Runs a task in a turn. After {@link #close} it runs on the caller's thread, so that it can
   * report the closing.
   */
  @Override
  public void execute(Runnable task) {
    try {
      var unused = executor.schedule(() -> run(task), 0, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      synchronized (executor) {
        run(task);
      }
    }
  }

  /** Runs a task later; after {@link #close} never. */
  @Override
  public void executeAt(long nanos, Runnable task) {
    long delay = Math.max(0, nanos - System.nanoTime());
    try {
      var unused = executor.schedule(() -> run(task), delay, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("the client is closed; a timer is dropped");
    }
  }

  @Override
  public boolean isInTurn() {
    return Thread.currentThread() == thread;
  }

  @Override
  public boolean await(Future<?> answer, Duration limit) throws InterruptedException {
    try {
      var unused = answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | CancellationException e) {
      return true;
    }
    return true;
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) { // an Error would vanish in the executor
      LOG.error("a turn of the client failed; its request may stay unanswered", e);
    }
  }

  /** Ends the thread after the turns that are due now. */
  @Override
  public void close() {
    executor.shutdown();
    executor
        .getQueue()
        .removeIf(task -> task instanceof Delayed d && d.getDelay(TimeUnit.NANOSECONDS) > 0);
    // The thread may wait for a timer that was just removed; this lets it see that none is left.
    executor.purge();
  }
}
