package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.contracts.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The reader of {@link ConsoleDisconnectsIT}, on a fake console with a few answers. */
class CutReaderTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer console;

  CutReaderTest() throws IOException {
    console = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    console.setExecutor(threads);
  }

  @AfterEach
  void end() {
    console.stop(0);
    threads.shutdownNow();
  }

  @Test
  void readerWhoseStateHasTheEndAlready_endsByTheNextOne() {
    answer("/api/locks", "{\"partition\":1,\"seq\":10,\"exactFrom\":0,\"locks\":[]}");
    answer(
        "/api/events",
        """
        id: 1:11
        event: event
        data: {"seq":11,"commandId":"end-2","type":"rejected"}

        id: 1:12
        event: event
        data: {"seq":12,"commandId":"later","type":"rejected"}

        """);
    CutReader reader =
        new CutReader(
            console.getAddress().getPort(), "acme", new Random(1), (view, seq, text) -> {});
    console.start();

    CompletableFuture<Void> following = CompletableFuture.runAsync(() -> follow(reader), threads);

    assertThat(following).succeedsWithin(Patience.LIMIT);
    assertThat(reader.lastCommand()).isEqualTo("end-2");
  }

  private void answer(String path, String body) {
    console.createContext(
        path,
        exchange -> {
          try (exchange) {
            byte[] bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
  }

  private static void follow(CutReader reader) {
    try {
      reader.followTo("end-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
