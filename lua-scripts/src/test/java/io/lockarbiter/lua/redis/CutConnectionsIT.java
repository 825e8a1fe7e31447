package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;

/**
 * Tests the store when its connection or its deadline ends before Redis has answered; the client is
 * configured to resend everything soon.
 */
class CutConnectionsIT {
  /** A time beyond any test, so that no earlier end comes from this deadline. */
  private static final Duration FAR = Duration.ofMinutes(10);

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private RedisFixture redis;
  private RedisProxy proxy;
  private RedissonClient client;

  @BeforeEach
  void start() throws IOException {
    redis = RedisFixture.start();
    proxy = new RedisProxy(redis.port());
    Config config = new Config().setCodec(ByteArrayCodec.INSTANCE).setThreads(2).setNettyThreads(2);
    config.setNettyHook(new CutConnections());
    config
        .useSingleServer()
        .setAddress("redis://127.0.0.1:" + proxy.port())
        .setTimeout(100)
        .setRetryAttempts(5)
        .setRetryDelay(new ConstantDelay(Duration.ofMillis(10)))
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(4);
    client = Redisson.create(config);
  }

  @AfterEach
  void stop() throws IOException {
    client.shutdown();
    proxy.close();
    redis.close();
  }

  @Test
  void cutConnection_isNoticedAtOnce() throws Exception {
    RedisLockStore store = store(FAR);
    decide(store);
    proxy.keepAnswers();
    CompletableFuture<Decision> pending =
        CompletableFuture.supplyAsync(() -> decide(store), ThreadPerTask.EXECUTOR);
    await().atMost(LIMIT).until(() -> proxy.answersKept() > 0);

    proxy.cut();

    assertThatThrownBy(() -> pending.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .hasCauseInstanceOf(StoreUnavailableException.class)
        .hasMessageContainingAll("script decide failed: ", "was cut before the answer came");
    proxy.passAnswers();
    assertThat(decide(store).outcome()).isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void callThatIsNotAnsweredInTime_isSentOnce() {
    RedisLockStore store = store(Duration.ofSeconds(1));
    decide(store);
    long before = redis.scriptCalls();
    proxy.keepAnswers();

    for (int call = 1; call <= 3; call++) {
      assertThatThrownBy(() -> decide(store))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("did not answer within 1000 ms (lockarbiter.redis.timeout)");
    }

    await().atMost(LIMIT).until(() -> redis.scriptCalls() >= before + 3);
    assertThat(redis.scriptCalls()).isEqualTo(before + 3);
  }

  private RedisLockStore store(Duration timeout) {
    return new RedisLockStore(client, "test", new LogIdentity("c", "t", "g"), timeout);
  }

  private static Decision decide(RedisLockStore store) {
    return store.decide(0, FeedPosition.START, List.of(onePartition(0)));
  }
}
