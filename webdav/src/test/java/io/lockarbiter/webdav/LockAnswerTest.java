package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks whose owner does not hear of them, or hears of another one. */
class LockAnswerTest {
  /** Cannot tell anything once there is a lock. */
  private record Failing(LockView view) implements LockView {
    @Override
    public LockTable now(String account) throws IOException {
      LockTable table = view.now(account);
      if (table.size() > 0) {
        throw new AwayException("the events cannot be read", /* cause= */ null);
      }
      return table;
    }

    @Override
    public void close() {
      view.close();
    }
  }

  @Test
  void lockThatCannotBeTold_isReleased(@TempDir Path temporary) throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("drive"));
    Files.writeString(folder.resolve("plan.txt"), "first");
    try (WebdavServers dav = new WebdavServers(folder, 1);
        WebdavServer server =
            WebdavServer.start(
                new ArbiterWebdavServlet(
                    dav.client,
                    new Failing(new FakeLockView(dav.arbiter)),
                    WebdavPlaces.inAccount("acme"),
                    SharedFolder.at(folder)),
                folder,
                0,
                /* users= */ null)) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/plan.txt"))
              .header("Timeout", "Infinite")
              .method("LOCK", BodyPublishers.ofString(WebdavServers.EXCLUSIVE))
              .build();

      assertThat(dav.http().send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(503);
      await().until(() -> dav.arbiter.locks("acme").isEmpty());
      assertThat(dav.status(0, "bob", "PUT", "/plan.txt", "second")).isEqualTo(204);
    }
  }

  @Test
  void tokenThatAnotherProgramCopies_isStillItsOwners(@TempDir Path temporary) throws Exception {
    try (WebdavServers dav = WebdavServers.withFile(temporary, "plan.txt")) {
      String token = dav.locked(0, "ann", "/docs/plan.txt", WebdavServers.EXCLUSIVE);
      dav.client
          .checkOut(
              LockRequest.checkOut("acme", "carl", "/else")
                  .session("carl's program")
                  .attribute(DavLock.KIND, "exclusive 0")
                  .attribute(DavLock.TOKEN, token.substring("urn:uuid:".length())),
              Duration.ofMinutes(5),
              null)
          .get();

      assertThat(
              dav.status(0, "ann", "UNLOCK", "/docs/plan.txt", "", "Lock-Token", "<" + token + ">"))
          .isEqualTo(204);
    }
  }
}
