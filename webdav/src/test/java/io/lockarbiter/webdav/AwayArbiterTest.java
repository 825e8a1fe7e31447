package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.testing.FakeArbiter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An arbiter that gives no lock for now. */
class AwayArbiterTest {
  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "LOCK"})
  void request_isAskedToComeAgain(String method, @TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("plan.txt"), "first");
    FakeArbiter arbiter = new FakeArbiter();
    LockClient closed = arbiter.client("closed");
    closed.close();
    try (WebdavServer server =
        WebdavServer.start(
            new ArbiterWebdavServlet(
                closed,
                new FakeLockView(arbiter),
                WebdavPlaces.inAccount("acme"),
                SharedFolder.at(folder)),
            folder,
            0,
            /* users= */ null)) {
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(
                          URI.create("http://127.0.0.1:" + server.port() + "/plan.txt"))
                      .method(method, BodyPublishers.ofString(WebdavServers.EXCLUSIVE))
                      .build(),
                  BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(answer.body()).contains("the arbiter gives no lock: ").doesNotContain("Exception");
    }
    assertThat(file).hasContent("first");
  }

  @Test
  void tooManyWrites_areToldWhenToComeAgain(@TempDir Path temporary) throws Exception {
    try (WebdavServers dav = WebdavServers.withFile(temporary, "plan.txt")) {
      dav.arbiter.set(Setting.ACQUIRES_PER_WINDOW, 1);
      dav.arbiter.set(Setting.WINDOW_MS, 60_000);
      assertThat(dav.status(0, "ann", "PUT", "/docs/plan.txt", "second")).isEqualTo(204);

      HttpResponse<String> refused = dav.ask(0, "ann", "PUT", "/docs/plan.txt", "third");

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
          .isBetween(50L, 60L);
    }
  }
}
