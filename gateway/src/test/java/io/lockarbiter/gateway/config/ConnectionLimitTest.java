package io.lockarbiter.gateway.config;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

class ConnectionLimitTest {
  @Test
  void connectionBeyondTheLimit_isClosedAtOnce_andPlacesComeBack() throws Exception {
    InetAddress host = InetAddress.getByName("127.0.0.1");
    DisposableServer server =
        new ConnectionLimit(1)
            .apply(HttpServer.create())
            .host("127.0.0.1")
            .port(0)
            .handle((request, response) -> response.send())
            .bindNow();
    try {
      try (Socket first = new Socket(host, server.port())) {
        assertThat(answer(first)).startsWith("HTTP/1.1 200");
        try (Socket second = new Socket(host, server.port())) {
          second.setSoTimeout(20_000);
          assertThat(second.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(answer(first)).startsWith("HTTP/1.1 200");
      }
      await()
          .until(
              () -> {
                try (Socket next = new Socket(host, server.port())) {
                  return answer(next).startsWith("HTTP/1.1 200");
                }
              });
    } finally {
      server.disposeNow();
    }
  }

  private static String answer(Socket socket) throws Exception {
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
    byte[] buffer = new byte[1024];
    int read = socket.getInputStream().read(buffer);
    return read < 0 ? "" : new String(buffer, 0, read, US_ASCII);
  }
}
