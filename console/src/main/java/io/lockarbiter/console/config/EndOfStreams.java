package io.lockarbiter.console.config;

import io.lockarbiter.console.stream.EventHub;
import org.springframework.context.SmartLifecycle;

/** Ends the streams before the server stops. */
final class EndOfStreams implements SmartLifecycle {
  private final EventHub hub;
  private volatile boolean running;

  EndOfStreams(EventHub hub) {
    this.hub = hub;
  }

  @Override
  public void start() {
    hub.open();
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    hub.close();
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
