package io.lockarbiter.lua.model;

import io.lockarbiter.lua.history.SideBySideStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.LockStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same on Redis, beside the model. */
class RememberedPathsIT extends RememberedPathsTest {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  @Override
  LockStore store() {
    return new SideBySideStore(new ReferenceLockStore(), redis.store(CallBounds.DEFAULT));
  }
}
