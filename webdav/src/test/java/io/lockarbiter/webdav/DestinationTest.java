package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.file.Files;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a file may be moved or copied to. */
class DestinationTest extends TwoServers {
  private static final String FILE = "/docs/plan.txt";

  DestinationTest() {
    super("plan.txt");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.2:PORT/new.txt",
        "http://127.0.0.1:1/new.txt",
        "http://127.0.0.1/new.txt",
        "ftp://127.0.0.1:PORT/new.txt",
        "//elsewhere/new.txt",
        "new.txt",
        "/docs/../new.txt",
        "/%2e%2e/new.txt",
        "/new%00.txt",
        "/.lockarbiter/new.txt",
        "/%2elockarbiter/fence",
        "/web-inf/new.txt",
        "/docs/plan.txt",
        "/docs/plan.txt/new.txt"
      })
  void destinationElsewhere_isRefused(String destination) throws Exception {
    String address = destination.replace("PORT", Integer.toString(dav.port(0)));
    for (String method : new String[] {"MOVE", "COPY"}) {
      assertThat(dav.status(0, "ann", method, FILE, "", "Destination", address))
          .as(method)
          .isIn(400, 403, 409);
    }
    assertThat(dav.content(FILE)).isEqualTo("first");
    assertThat(dav.folder.resolve("new.txt")).doesNotExist();
    assertThat(dav.arbiter.commands()).isEmpty();
  }

  /** The server that speaks TLS passes on what it has read, and the name that it was called by. */
  @ParameterizedTest
  @ValueSource(strings = {"MOVE", "COPY"})
  void destinationOfAClientThatSpeaksTls_isHere(String method) throws Exception {
    try (Socket line = new Socket("127.0.0.1", dav.port(0))) {
      line.getOutputStream()
          .write(
              (method
                      + " /docs/plan.txt HTTP/1.1\r\nHost: drive.example\r\nAuthorization: Basic YW5uOmE=\r\nDestination: https://drive.example/new.txt\r\nConnection: close\r\n\r\n")
                  .getBytes(US_ASCII));

      assertThat(new String(line.getInputStream().readAllBytes(), US_ASCII))
          .startsWith("HTTP/1.1 201 ");
    }
    assertThat(dav.content("/new.txt")).isEqualTo("first");
    assertThat(Files.exists(dav.folder.resolve("docs/plan.txt"))).isEqualTo(method.equals("COPY"));
  }
}
