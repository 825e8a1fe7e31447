package io.lockarbiter.trial.chaos;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.RedisWords;
import io.lockarbiter.embedded.server.TcpProxy;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Calls that arrive again. */
class LateCallsTest {
  @Test
  void scriptCalls_arriveOnceMore() throws Exception {
    LateCalls calls = new LateCalls();
    try (EmbeddedRedis redis = EmbeddedRedis.start();
        TcpProxy link = new TcpProxy(redis.port(), calls::connection)) {
      String sha =
          RedisWords.answer(
              link.port(), List.of("SCRIPT", "LOAD", "return redis.call('INCR', 'count')"));
      RedisWords.answer(link.port(), List.of("EVALSHA", sha, "0"));
      RedisWords.answer(link.port(), List.of("INCR", "other"));
      await()
          .atMost(LIMIT)
          .untilAsserted(() -> assertThat(calls.send(redis.port(), new Random(1))).isEqualTo(1));

      assertThat(RedisWords.answer(redis.port(), List.of("GET", "count"))).isEqualTo("2");
      assertThat(RedisWords.answer(redis.port(), List.of("GET", "other"))).isEqualTo("1");
    }
  }

  @Test
  void aServerThatStandsStill_getsNoMore() throws Exception {
    LateCalls calls = new LateCalls();
    try (EmbeddedRedis redis = EmbeddedRedis.start();
        TcpProxy link = new TcpProxy(redis.port(), calls::connection)) {
      RedisWords.answer(link.port(), List.of("EVALSHA", "0".repeat(40), "0"));
      await()
          .atMost(LIMIT)
          .untilAsserted(() -> assertThat(calls.send(redis.port(), new Random(1))).isEqualTo(1));

      redis.pause();
      try {
        assertThat(calls.send(redis.port(), new Random(1))).isZero();
      } finally {
        redis.resume();
      }
      redis.kill();
      assertThat(calls.send(redis.port(), new Random(1))).isZero();
    }
  }
}
