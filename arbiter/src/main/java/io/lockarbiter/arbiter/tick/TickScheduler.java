package io.lockarbiter.arbiter.tick;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** The thread of the timer; it also keeps the gauges fresh. */
public final class TickScheduler implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);
  private static final Duration GAUGES = Duration.ofSeconds(1);

  private final String name;
  private final Runnable timer;
  private final Duration interval;
  private final Runnable gauges;
  private @Nullable ScheduledExecutorService executor;

  /**
   * A thread that does not run yet.
   *
   * @param timer runs again and again, {@code interval} apart
   * @param gauges runs once a second
   */
  public TickScheduler(String name, Runnable timer, Duration interval, Runnable gauges) {
    this.name = name;
    this.timer = timer;
    this.interval = interval;
    this.gauges = gauges;
  }

  @Override
  public synchronized void start() {
    ScheduledExecutorService started =
        Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, name + "-tick"));
    schedule(started, timer, interval);
    schedule(started, gauges, GAUGES);
    executor = started;
  }

  private static void schedule(
      ScheduledExecutorService executor, Runnable task, Duration interval) {
    var unused =
        executor.scheduleWithFixedDelay(
            () -> runSafely(task), interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static void runSafely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("the timer failed; it goes on", e);
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
