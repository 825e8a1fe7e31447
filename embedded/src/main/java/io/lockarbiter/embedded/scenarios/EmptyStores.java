package io.lockarbiter.embedded.scenarios;

import io.lockarbiter.lua.store.LockStore;
import org.jspecify.annotations.Nullable;

/** A source of empty stores for scenarios. */
@FunctionalInterface
public interface EmptyStores {
  /**
   * Returns a store in which nothing has happened yet; called once per scenario.
   *
   * @param redisUrl the Redis to use; null if none was named
   */
  LockStore next(@Nullable String redisUrl);
}
