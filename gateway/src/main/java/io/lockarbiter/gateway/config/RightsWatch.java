package io.lockarbiter.gateway.config;

import io.lockarbiter.gateway.access.WatchedFile;
import io.lockarbiter.gateway.stream.EventHub;

/** Looks at the files of keys and rules every second, and then at the streams that hang on them. */
final class RightsWatch {
  private final WatchedFile<?> keys;
  private final WatchedFile<?> rules;
  private final EventHub hub;
  private boolean isDue;

  RightsWatch(WatchedFile<?> keys, WatchedFile<?> rules, EventHub hub) {
    this.keys = keys;
    this.rules = rules;
    this.hub = hub;
  }

  /** Looks once. A change is remembered until all streams were asked, whatever fails before. */
  void look() {
    isDue |= keys.look();
    isDue |= rules.look();
    hub.tick(isDue);
    isDue = false;
  }
}
