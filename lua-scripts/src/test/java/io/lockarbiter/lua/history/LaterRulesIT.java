package io.lockarbiter.lua.history;

import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.LockStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Later rules on the store in Redis. */
class LaterRulesIT extends LaterRules {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  @Override
  LockStore later() {
    return redis.store(CallBounds.DEFAULT, HistoryOfLaterRules.LATER.newestRules());
  }
}
