package io.lockarbiter.embedded.server;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A proxy whose connections are cut, held up and led elsewhere. */
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
              () -> RedisWords.answer(link.port(), List.of("SET", "a", "2")),
              ThreadPerTask.EXECUTOR);
      Thread.sleep(300);
      assertThat(RedisWords.answer(one.port(), List.of("GET", "a"))).isEqualTo("1");
      link.letGo();
      assertThat(held.join()).isEqualTo("+OK");
      assertThat(RedisWords.answer(one.port(), List.of("GET", "a"))).isEqualTo("2");

      try (Socket open = new Socket("127.0.0.1", link.port())) {
        open.setSoTimeout((int) LIMIT.toMillis());
        open.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
        assertThat(open.getInputStream().read()).isEqualTo('+');
        link.cut();
        open.getInputStream().readAllBytes();
      }
      link.leadTo(other.port());
      assertThat(RedisWords.answer(link.port(), List.of("EXISTS", "a"))).isEqualTo(":0");
    }
  }
}
