package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.RedisOptions;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LogIdentity;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** A Redis server of a benchmark's own with an empty store. */
public final class BenchRedis implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  private final EmbeddedRedis server;
  private final RedissonClient client;

  private BenchRedis(EmbeddedRedis server) {
    this.server = server;
    Config config = new Config().setCodec(ByteArrayCodec.INSTANCE).setThreads(2).setNettyThreads(2);
    config
        .useSingleServer()
        .setAddress(server.address())
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(2)
        .setTimeout((int) DEADLINE.toMillis());
    this.client = Redisson.create(config);
  }

  /** Starts a server. */
  public static BenchRedis start(RedisOptions options) {
    EmbeddedRedis server = EmbeddedRedis.start(options);
    try {
      return new BenchRedis(server);
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** A store on the server. */
  RedisLockStore store() {
    return store(UnaryOperator.identity());
  }

  /** A store on the server whose calls pass a client made of the bench's own. */
  public RedisLockStore store(UnaryOperator<RedissonClient> around) {
    return new RedisLockStore(
        around.apply(client), "bench", new LogIdentity("bench", "bench", "bench"), DEADLINE);
  }

  /** A client of the server, closed with this. */
  RedissonClient client() {
    return client;
  }

  /** Figures that the server tells about itself. */
  public RedisFigures figures() {
    return new RedisFigures(client);
  }

  @Override
  public void close() {
    client.shutdown();
    server.close();
  }
}
