package io.lockarbiter.spring.integration;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The keys that threads lock or wait for now, and no others. */
final class Holds {
  private record Used(Hold hold, int users) {}

  private final Map<String, Used> byPath = new ConcurrentHashMap<>();

  /** One more turn of some thread; to be left as often as it was entered. */
  Hold enter(String path) {
    return byPath
        .merge(
            path,
            new Used(new Hold(path), 1),
            (used, first) -> new Used(used.hold(), used.users() + 1))
        .hold();
  }

  void leave(String path) {
    byPath.computeIfPresent(
        path, (key, used) -> used.users() == 1 ? null : new Used(used.hold(), used.users() - 1));
  }

  /** The hold of a path; null if nobody locks it or waits for it. */
  @Nullable Hold find(String path) {
    Used used = byPath.get(path);
    return used == null ? null : used.hold();
  }

  int size() {
    return byPath.size();
  }
}
