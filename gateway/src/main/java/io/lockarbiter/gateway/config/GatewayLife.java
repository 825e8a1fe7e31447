package io.lockarbiter.gateway.config;

import io.lockarbiter.client.kafka.KafkaEdges;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.live.EventFollower;
import io.lockarbiter.gateway.oidc.Tokens;
import io.lockarbiter.gateway.stream.EventHub;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Sinks;

/**
 * Begins to read before HTTP answers, looks at files, streams and the provider's keys every second,
 * and before the server stops answers those that wait and ends the streams.
 */
final class GatewayLife implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayLife.class);

  private final CommandDesk desk;
  private final KafkaEdges edges;
  private final EventFollower follower;
  private final EventHub hub;
  private final RightsWatch rights;
  private final @Nullable Tokens tokens;
  private final Sinks.One<Boolean> stopping;
  private @Nullable ScheduledExecutorService files;

  GatewayLife(
      CommandDesk desk,
      KafkaEdges edges,
      EventFollower follower,
      EventHub hub,
      RightsWatch rights,
      @Nullable Tokens tokens,
      Sinks.One<Boolean> stopping) {
    this.desk = desk;
    this.edges = edges;
    this.follower = follower;
    this.hub = hub;
    this.rights = rights;
    this.tokens = tokens;
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
    made.scheduleWithFixedDelay(this::look, 0, 1, TimeUnit.SECONDS);
    files = made;
  }

  private void look() {
    try {
      if (tokens != null) {
        tokens.look();
      }
      rights.look();
    } catch (RuntimeException e) { // otherwise no file would be looked at any more
      LOG.error("the look at files, streams and keys failed where it should not", e);
    }
  }

  @Override
  public void stop() {
    desk.stopWaiting();
    stopping.tryEmitValue(true);
    hub.close();
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
