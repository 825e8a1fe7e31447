package io.lockarbiter.gateway.config;

import io.lockarbiter.client.kafka.KafkaEdges;
import io.lockarbiter.gateway.access.WatchedFile;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.live.EventFollower;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Sinks;

/**
 * Begins to read before HTTP answers, looks at the files every second, and answers those that wait
 * before the server stops.
 */
final class GatewayLife implements SmartLifecycle {
  private final CommandDesk desk;
  private final KafkaEdges edges;
  private final EventFollower follower;
  private final WatchedFile<?> keys;
  private final WatchedFile<?> rules;
  private final Sinks.One<Boolean> stopping;
  private @Nullable ScheduledExecutorService files;

  GatewayLife(
      CommandDesk desk,
      KafkaEdges edges,
      EventFollower follower,
      WatchedFile<?> keys,
      WatchedFile<?> rules,
      Sinks.One<Boolean> stopping) {
    this.desk = desk;
    this.edges = edges;
    this.follower = follower;
    this.keys = keys;
    this.rules = rules;
    this.stopping = stopping;
  }

  @Override
  public void start() {
    follower.start();
    edges.connectInBackground(desk, partitions -> desk.opened(edges, partitions));
    ScheduledExecutorService made =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "gateway-files");
              thread.setDaemon(true);
              return thread;
            });
    made.scheduleWithFixedDelay(
        () -> {
          keys.look();
          rules.look();
        },
        1,
        1,
        TimeUnit.SECONDS);
    files = made;
  }

  @Override
  public void stop() {
    desk.stopWaiting();
    stopping.tryEmitValue(true);
    if (files != null) {
      files.shutdownNow();
      files = null;
    }
  }

  @Override
  public boolean isRunning() {
    return files != null;
  }

  /** Before the server's own phases, when it stops; the link to Kafka lives until after them. */
  @Override
  public int getPhase() {
    return DEFAULT_PHASE;
  }
}
