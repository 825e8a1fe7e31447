package io.lockarbiter.embedded.scenarios;

import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogIdentity;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/**
 * Empty stores in one Redis, each a deployment of its own: in an embedded server, or in a given one
 * that may have other keys. Connects at the first store; removes its keys at the end.
 */
public final class RedisStores implements EmptyStores, AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final String prefix = "scenarios-" + UUID.randomUUID();
  private @Nullable EmbeddedRedis embedded;
  private @Nullable RedissonClient redisson;
  private int made;

  @Override
  public LockStore next(@Nullable String redisUrl) {
    if (redisson == null) {
      redisson = connect(redisUrl == null ? startEmbedded() : redisUrl);
    }
    made++;
    return new RedisLockStore(
        redisson,
        prefix + "-" + made,
        new LogIdentity("scenarios", "scenarios", "scenarios"),
        TIMEOUT);
  }

  @Override
  public void close() {
    if (redisson != null) {
      if (embedded == null) {
        redisson.getKeys().deleteByPattern("*" + prefix + "-*");
      }
      redisson.shutdown();
    }
    if (embedded != null) {
      embedded.close();
    }
  }

  private String startEmbedded() {
    embedded = EmbeddedRedis.start();
    return embedded.address();
  }

  private static RedissonClient connect(String url) {
    Config config = new Config().setCodec(ByteArrayCodec.INSTANCE).setThreads(2).setNettyThreads(2);
    config
        .useSingleServer()
        .setAddress(url)
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(2);
    return Redisson.create(config);
  }
}
