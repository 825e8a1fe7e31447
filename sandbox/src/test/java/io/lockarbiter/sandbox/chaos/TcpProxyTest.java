package io.lockarbiter.sandbox.chaos;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.sandbox.embedded.EmbeddedRedis;
import io.lockarbiter.sandbox.embedded.RedisWords;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A link that is cut, held up and led elsewhere, and calls that arrive once more. */
class TcpProxyTest {
  @Test
  void link_isHeldUpCutAndLedElsewhere() throws Exception {
    try (EmbeddedRedis one = EmbeddedRedis.start();
        EmbeddedRedis other = EmbeddedRedis.start();
        TcpProxy link = new TcpProxy(one.port(), null)) {
      assertThat(RedisWords.answer(link.port(), List.of("SET", "a", "1"))).isEqualTo("+OK");

      link.hold();
      CompletableFuture<String> held =
          CompletableFuture.supplyAsync(
              () -> RedisWords.answer(link.port(), List.of("SET", "a", "2")));
      Thread.sleep(300);
      assertThat(RedisWords.answer(one.port(), List.of("GET", "a"))).isEqualTo("1");
      link.letGo();
      assertThat(held.join()).isEqualTo("+OK");
      assertThat(RedisWords.answer(one.port(), List.of("GET", "a"))).isEqualTo("2");

      try (Socket open = new Socket("127.0.0.1", link.port())) {
        open.setSoTimeout(5_000);
        open.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
        assertThat(open.getInputStream().read()).isEqualTo('+');
        link.cut();
        open.getInputStream().readAllBytes();
      }
      link.leadTo(other.port());
      assertThat(RedisWords.answer(link.port(), List.of("EXISTS", "a"))).isEqualTo(":0");
    }
  }

  @Test
  void scriptCalls_arriveOnceMore() throws Exception {
    LateCalls calls = new LateCalls();
    try (EmbeddedRedis redis = EmbeddedRedis.start();
        TcpProxy link = new TcpProxy(redis.port(), calls)) {
      String sha =
          RedisWords.answer(
              link.port(), List.of("SCRIPT", "LOAD", "return redis.call('INCR', 'count')"));
      RedisWords.answer(link.port(), List.of("EVALSHA", sha, "0"));
      RedisWords.answer(link.port(), List.of("INCR", "other"));
      await()
          .atMost(Duration.ofSeconds(5))
          .untilAsserted(() -> assertThat(calls.send(redis.port(), new Random(1))).isEqualTo(1));

      assertThat(RedisWords.answer(redis.port(), List.of("GET", "count"))).isEqualTo("2");
      assertThat(RedisWords.answer(redis.port(), List.of("GET", "other"))).isEqualTo("1");
    }
  }
}
