package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.testing.FakeArbiter;
import java.net.BindException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.catalina.LifecycleException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts that go wrong. */
class WebdavServerTest {
  @TempDir private Path folder;

  private WebdavServer start(int port) throws Exception {
    FakeArbiter arbiter = new FakeArbiter();
    return WebdavServer.start(
        new ArbiterWebdavServlet(
            arbiter.client("server"),
            new FakeLockView(arbiter),
            WebdavPlaces.inAccount("acme"),
            SharedFolder.at(folder)),
        folder,
        port,
        /* users= */ null);
  }

  @Test
  void portThatAnotherProgramHas_endsTheStart() throws Exception {
    try (WebdavServer first = start(0)) {
      assertThatThrownBy(() -> start(first.port()))
          .isInstanceOf(LifecycleException.class)
          .hasRootCauseInstanceOf(BindException.class);
    }
  }

  @Test
  void serverWithoutUsers_isHeardByThisMachineAlone() throws Exception {
    try (WebdavServer server = start(0);
        Socket here = new Socket("127.0.0.1", server.port())) {
      assertThat(here.isConnected()).isTrue();
      assertThatThrownBy(() -> new Socket("127.0.0.2", server.port()).close())
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void folderThatIsNotServed_isNotWritten(@TempDir Path other) throws Exception {
    Files.writeString(other.resolve("plan.txt"), "other");
    FakeArbiter arbiter = new FakeArbiter();
    ArbiterWebdavServlet servlet =
        new ArbiterWebdavServlet(
            arbiter.client("server"),
            new FakeLockView(arbiter),
            WebdavPlaces.inAccount("acme"),
            SharedFolder.at(folder));

    try (WebdavServer server = WebdavServer.start(servlet, other, 0, /* users= */ null)) {
      URI file = URI.create("http://127.0.0.1:" + server.port() + "/plan.txt");
      for (String method : new String[] {"GET", "PUT", "PROPFIND"}) {
        HttpRequest request =
            HttpRequest.newBuilder(file).method(method, BodyPublishers.noBody()).build();
        assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode())
            .as(method)
            .isEqualTo(500);
      }
    }
    assertThat(folder.resolve("plan.txt")).doesNotExist();
  }

  @Test
  void mistakes_areToldWithWhatHelps() throws Exception {
    String users = Files.writeString(folder.resolve("users.xml"), "<tomcat-users/>").toString();
    String here = folder.toString();

    assertThat(mistake("", "x", here))
        .isEqualTo(
            "port=x is no number from 0 to 65535, so nothing is served. Fix: name a port; 0 is any free one");
    assertThat(mistake("", "65536", here)).startsWith("port=65536 is no number from 0 to 65535");
    assertThat(mistake("", "0", "/none"))
        .isEqualTo(
            "folder=/none is no folder, so nothing is served. Fix: make it, or name the folder that all servers share");
    assertThat(mistake("", "0", here, "/none.xml"))
        .isEqualTo(
            "users=/none.xml cannot be read, so nobody could log in. Fix: write a file there as Tomcat's tomcat-users.xml");
    assertThat(mistake("/none.key", "0", here, users))
        .isEqualTo(
            "key=/none.key cannot be read, so no token can be made or checked. Fix: head -c 48 /dev/urandom | base64 > /none.key, the same for all servers");
    assertThat(mistake(users, "65535", here, users)).isNull();
  }

  private static @Nullable String mistake(String key, String port, String folder, String... more) {
    String[] args = {"localhost:9092", port, folder, "acme", more.length > 0 ? more[0] : "-"};
    return WebdavServer.mistake(more.length > 0 ? args : Arrays.copyOf(args, 4), key);
  }

  @Test
  void mistakesAboutATokenToPrint_areToldWithWhatHelps() {
    assertThat(WopiTokens.mistake(new String[] {"/none", "ann", "plan.md"}))
        .isEqualTo(
            "path=plan.md does not begin with a slash, so no file would be found by this token. Fix: /plan.md");
    assertThat(WopiTokens.mistake(new String[] {"/none", "ann", "/plan.md", "1h"}))
        .isEqualTo(
            "minutes=1h is no number, so nobody knows when the token ends. Fix: leave it out for 10 h, or give minutes");
    assertThat(WopiTokens.mistake(new String[] {"/none", "ann", "/plan.md", "60", "read"}))
        .startsWith("key=/none cannot be read");
  }
}
