package io.lockarbiter.arbiter.config;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** A task that a thread of its own repeats; a failure does not end it. */
final class PeriodicTask implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);

  private final String thread;
  private final Runnable task;
  private final Duration interval;
  private @Nullable ScheduledExecutorService executor;

  /**
   * A task that does not run yet.
   *
   * @param thread the name of the thread
   * @param interval the time from the end of one run to the next one
   */
  PeriodicTask(String thread, Runnable task, Duration interval) {
    this.thread = thread;
    this.task = task;
    this.interval = interval;
  }

  @Override
  public synchronized void start() {
    ScheduledExecutorService started =
        Executors.newSingleThreadScheduledExecutor(run -> new Thread(run, thread));
    var unused =
        started.scheduleWithFixedDelay(
            this::runSafely, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    executor = started;
  }

  private void runSafely() {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.error("{} failed; it goes on", thread, e);
    }
  }

  @Override
  public synchronized void stop() {
    if (executor != null) {
      executor.shutdownNow();
      executor = null;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return executor != null;
  }
}
