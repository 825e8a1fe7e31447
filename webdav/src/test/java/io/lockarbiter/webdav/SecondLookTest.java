package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A condition that becomes false while a request is at work: it looks more than once. */
class SecondLookTest {
  private static final int MANY = 1_000_000;
  private static final int MOST_LOOKS = 6;

  private final AtomicInteger looks = new AtomicInteger(MANY);

  /** Shows the locks so many times, and none afterwards. */
  private final class Forgetful implements LockView {
    private final LockView view;

    Forgetful(LockView view) {
      this.view = view;
    }

    @Override
    public LockTable now(String account) throws IOException {
      return looks.getAndDecrement() > 0 ? view.now(account) : new LockTable();
    }

    @Override
    public void close() {
      view.close();
    }
  }

  @Test
  void put_isDoneOrRefused_neverNeither(@TempDir Path temporary) throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("drive"));
    Path file = Files.writeString(folder.resolve("plan.txt"), "first");
    try (WebdavServers dav = new WebdavServers(folder, 1);
        WebdavServer server =
            WebdavServer.start(
                new ArbiterWebdavServlet(
                    dav.client,
                    new Forgetful(new FakeLockView(dav.arbiter)),
                    WebdavPlaces.inAccount("acme"),
                    SharedFolder.at(folder)),
                folder,
                0,
                /* users= */ null)) {
      URI uri = URI.create("http://127.0.0.1:" + server.port() + "/plan.txt");
      String token =
          ask(dav, uri, "LOCK", WebdavServers.EXCLUSIVE, "Timeout", "Second-600")
              .headers()
              .firstValue("Lock-Token")
              .orElseThrow();
      for (int shown = 0; shown <= MOST_LOOKS; shown++) {
        Files.writeString(file, "first");
        looks.set(shown);
        int status = ask(dav, uri, "PUT", "second", "If", "(" + token + ")").statusCode();
        assertThat(status).as("%d looks", shown).isIn(204, 412, 423);
        assertThat(file).hasContent(status == 204 ? "second" : "first");
      }
      looks.set(MANY);
      assertThat(ask(dav, uri, "PUT", "second", "If", "(" + token + ")").statusCode())
          .isEqualTo(204);
    }
  }

  private static HttpResponse<String> ask(
      WebdavServers dav, URI uri, String method, String body, String header, String value)
      throws Exception {
    return dav.http()
        .send(
            HttpRequest.newBuilder(uri)
                .header(header, value)
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
  }
}
