package io.lockarbiter.console.config;

import io.lockarbiter.console.kafka.EventFollower;
import io.lockarbiter.console.mirror.AccountMirrors;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Begins to read events before HTTP answers, and regularly drops accounts that nobody asks for. */
final class Following implements SmartLifecycle {
  private static final Duration UNASKED = Duration.ofMinutes(10);

  private final @Nullable EventFollower follower;
  private final AccountMirrors mirrors;
  private @Nullable ScheduledExecutorService sweeper;

  Following(@Nullable EventFollower follower, AccountMirrors mirrors) {
    this.follower = follower;
    this.mirrors = mirrors;
  }

  @Override
  public void start() {
    if (follower != null) {
      follower.start();
    }
    ScheduledExecutorService made =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "console-mirrors");
              thread.setDaemon(true);
              return thread;
            });
    made.scheduleWithFixedDelay(
        () -> mirrors.forgetUnasked(UNASKED.toNanos()), 1, 1, TimeUnit.MINUTES);
    sweeper = made;
  }

  @Override
  public void stop() {
    if (sweeper != null) {
      sweeper.shutdownNow();
      sweeper = null;
    }
  }

  @Override
  public boolean isRunning() {
    return sweeper != null;
  }

  @Override
  public int getPhase() {
    return 0;
  }
}
