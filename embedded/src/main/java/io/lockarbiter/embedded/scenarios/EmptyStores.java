package io.lockarbiter.embedded.scenarios;

import io.lockarbiter.lua.store.LockStore;
import org.jspecify.annotations.Nullable;

/** Where scenarios get their stores from. */
@FunctionalInterface
public interface EmptyStores {
  /**
   * A store in which nothing has happened yet; asked for once per scenario.
   *
   * @param redisUrl the Redis to use; null if none was named
   */
  LockStore next(@Nullable String redisUrl);
}
