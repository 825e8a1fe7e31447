package io.lockarbiter.spring.integration;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The keys that threads lock or wait for now, and no others. */
final class LockedKeys {
  private record Used(LockedKey key, int users) {}

  private final Map<String, Used> byPath = new ConcurrentHashMap<>();

  /** Begins one more turn of a thread; each must be left once. */
  LockedKey enter(String path) {
    return byPath
        .merge(
            path,
            new Used(new LockedKey(path), 1),
            (used, first) -> new Used(used.key(), used.users() + 1))
        .key();
  }

  void leave(String path) {
    byPath.computeIfPresent(
        path, (key, used) -> used.users() == 1 ? null : new Used(used.key(), used.users() - 1));
  }

  /** The key with a path; null if nobody locks it or waits for it. */
  @Nullable LockedKey find(String path) {
    Used used = byPath.get(path);
    return used == null ? null : used.key();
  }

  int size() {
    return byPath.size();
  }
}
