package io.lockarbiter.embedded.scenarios;

import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisLockStore;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogIdentity;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** The scenario files of the build, on the store in Redis. */
class ScenarioFilesIT {
  private static EmbeddedRedis redis;
  private static RedissonClient redisson;
  private static int deployments;

  @BeforeAll
  static void start() throws IOException {
    redis = EmbeddedRedis.start();
    Config config = new Config().setCodec(ByteArrayCodec.INSTANCE).setThreads(2).setNettyThreads(2);
    config
        .useSingleServer()
        .setAddress(redis.address())
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(2);
    redisson = Redisson.create(config);
  }

  @AfterAll
  static void stop() throws IOException {
    redisson.shutdown();
    redis.close();
  }

  @TestFactory
  Stream<DynamicTest> everyScenario_passesOnRedis() throws Exception {
    return ScenarioFiles.tests(() -> store(CallBounds.DEFAULT));
  }

  @TestFactory
  Stream<DynamicTest> everyScenario_passesOnRedisInTheSmallestCalls() throws Exception {
    return ScenarioFiles.tests(() -> store(CallBounds.LEAST));
  }

  /** Returns a store of a new deployment, in which nothing has happened. */
  private static LockStore store(CallBounds bounds) {
    deployments++;
    return new RedisLockStore(
        redisson,
        "scenario-" + deployments,
        new LogIdentity("cluster-1", "topic-1", "arbiter"),
        Duration.ofSeconds(20),
        bounds);
  }
}
