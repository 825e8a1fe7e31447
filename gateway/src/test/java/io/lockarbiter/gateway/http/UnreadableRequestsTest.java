package io.lockarbiter.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** Requests that the server refuses before any route sees them. */
class UnreadableRequestsTest {
  private static final String TYPE = "application/problem+json";
  private final RefusalCounts refusals = new RefusalCounts();
  private DisposableServer server;

  @BeforeEach
  void start() {
    server =
        new UnreadableRequests(refusals)
            .apply(HttpServer.create())
            .host("127.0.0.1")
            .port(0)
            .httpRequestDecoder(spec -> spec.maxInitialLineLength(4_096).maxHeaderSize(4_096))
            .handle(
                new ReactorHttpHandlerAdapter(
                    (request, response) -> {
                      if (request.getPath().value().equals("/own")) {
                        response.setStatusCode(HttpStatus.BAD_REQUEST);
                        response.getHeaders().setContentType(MediaType.TEXT_PLAIN);
                        return response.writeWith(
                            Mono.just(response.bufferFactory().wrap("own words".getBytes(UTF_8))));
                      }
                      return response.setComplete();
                    }))
            .bindNow();
  }

  @AfterEach
  void stop() {
    server.disposeNow();
  }

  private String answer(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), server.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static String get(String address) {
    return "GET " + address + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  @Test
  void addressThatIsNone_isToldSo_andClosesTheConnection() throws Exception {
    for (String address :
        new String[] {"/a%zz", "/a%", "/a%4", "/a?b=%g0", "/a\"b", "/a|b", "/a?x={1}"}) {
      assertThat(answer(get(address)))
          .as(address)
          .startsWith("HTTP/1.1 400 ")
          .containsIgnoringCase("content-type: " + TYPE)
          .containsIgnoringCase("connection: close")
          .contains(
              "\"reason\":\"BAD_REQUEST\"",
              "\"status\":400",
              "\"detail\":\"the address or the Host of the request is none: an escape is not % and two hexadecimal digits, or a character should have been escaped; nothing was sent. Escape each name in the address, as encodeURIComponent does\"");
    }
    assertThat(
            answer(
                get("/a%zz")
                    .replace("GET", "HEAD")
                    .replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")))
        .startsWith("HTTP/1.1 400 ")
        .doesNotContain("reason");
    assertThat(refusals.of("BAD_REQUEST")).isEqualTo(7);
  }

  @Test
  void requestsThatAreNoHttp_orTooLong_areToldSo() throws Exception {
    assertThat(answer(get("/a\u0000b")))
        .startsWith("HTTP/1.1 400 ")
        .containsIgnoringCase("content-type: " + TYPE)
        .contains("\"reason\":\"BAD_REQUEST\"");
    assertThat(answer("nonsense\r\n\r\n"))
        .startsWith("HTTP/1.1 400 ")
        .contains("\"detail\":\"the request is not HTTP as it should be");
    assertThat(answer(get("/" + "x".repeat(5_000))))
        .startsWith("HTTP/1.1 414 ")
        .containsIgnoringCase("content-type: " + TYPE)
        .contains("\"reason\":\"URI_TOO_LONG\"", "Names have 128 bytes at most");
    assertThat(answer("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(5_000) + "\r\n\r\n"))
        .startsWith("HTTP/1.1 431 ")
        .contains(
            "\"reason\":\"REQUEST_HEADER_FIELDS_TOO_LARGE\"",
            "raise server.max-http-request-header-size");
    assertThat(refusals.of("BAD_REQUEST")).isEqualTo(2);
    assertThat(refusals.of("URI_TOO_LONG")).isOne();
    assertThat(refusals.of("REQUEST_HEADER_FIELDS_TOO_LARGE")).isOne();
  }

  @Test
  void answersOfRoutes_areLeftAsTheyAre() throws Exception {
    String close = "\r\nConnection: close\r\n\r\n";
    assertThat(answer(get("/").replace("\r\n\r\n", close)))
        .startsWith("HTTP/1.1 200 ")
        .doesNotContain(TYPE);
    assertThat(answer(get("/own").replace("\r\n\r\n", close)))
        .startsWith("HTTP/1.1 400 ")
        .endsWith("own words")
        .doesNotContain(TYPE);
  }
}
