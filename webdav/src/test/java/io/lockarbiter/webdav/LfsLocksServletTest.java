package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.testing.FakeArbiter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The four routes of Git LFS's locking API, at two servers in turn. */
class LfsLocksServletTest {
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
  private static final Pattern CURSOR = Pattern.compile("\"next_cursor\":\"([^\"]+)\"");

  @TempDir private Path folder;

  private final FakeArbiter arbiter = new FakeArbiter();
  private final List<Tomcat> servers = new ArrayList<>();
  private final Thread time =
      new Thread(
          () -> {
            while (!Thread.currentThread().isInterrupted()) {
              arbiter.pass(Duration.ofMillis(2));
              try {
                Thread.sleep(2);
              } catch (InterruptedException e) {
                return;
              }
            }
          });
  private int requests;

  @BeforeEach
  void start() throws Exception {
    time.start();
    for (int i = 0; i < 2; i++) {
      Tomcat tomcat = new Tomcat();
      tomcat.setBaseDir(folder.resolve("tomcat-" + i).toString());
      tomcat.setPort(0);
      tomcat.getConnector();
      Context context = tomcat.addContext("", null);
      Tomcat.addServlet(
          context,
          "lfs",
          new LfsLocksServlet(
              arbiter.client("server-" + i),
              new FakeLockView(arbiter),
              (request, path) ->
                  new WebdavPlace(
                      "acme",
                      Objects.requireNonNullElse(request.getHeader("User"), "nobody"),
                      "/plans" + path),
              request -> "ops".equals(request.getHeader("User"))));
      context.addServletMappingDecoded("/plans.git/info/lfs/*", "lfs");
      tomcat.start();
      servers.add(tomcat);
    }
  }

  @AfterEach
  void close() throws Exception {
    for (Tomcat server : servers) {
      server.stop();
      server.destroy();
    }
    time.interrupt();
    time.join();
  }

  private HttpResponse<String> ask(String user, String method, String route, String body)
      throws Exception {
    int port = servers.get(requests++ % 2).getConnector().getLocalPort();
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + port + "/plans.git/info/lfs" + route))
                .header("User", user)
                .header("Content-Type", "application/vnd.git-lfs+json")
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
  }

  private String created(String user, String path) throws Exception {
    HttpResponse<String> answer =
        ask(
            user,
            "POST",
            "/locks",
            "{\"path\":\"%s\",\"ref\":{\"name\":\"refs/heads/main\"}}".formatted(path));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/vnd.git-lfs+json");
    return first(ID, answer.body());
  }

  private static String first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return found.group(1);
  }

  @Test
  void pages_endAlsoWhereOneCheckOutHasSeveralPaths() throws Exception {
    arbiter
        .client("other")
        .checkOut(
            LockRequest.custom("acme", "bob", "/plans/a", Mode.GUARD)
                .target("/plans/b", Mode.GUARD),
            Duration.ofMinutes(10),
            null)
        .get();
    created("ann", "c");
    String first = ask("ann", "GET", "/locks?limit=1", "").body();

    assertThat(first).contains("\"path\":\"a\"", "\"path\":\"b\"");
    assertThat(ask("ann", "GET", "/locks?limit=1&cursor=" + first(CURSOR, first), "").body())
        .contains("\"path\":\"c\"")
        .doesNotContain("next_cursor");
  }

  @Test
  void pathThatIsTooLong_isRefused() throws Exception {
    String path = "a".repeat(4_080);

    assertThat(ask("ann", "POST", "/locks", "{\"path\":\"" + path + "\"}").statusCode())
        .isEqualTo(400);
  }

  @Test
  void lock_isMadeOnce_listed_andReleasedByItsOwner() throws Exception {
    String id = created("ann", "art/logo.psd");

    HttpResponse<String> again = ask("bob", "POST", "/locks", "{\"path\":\"art/logo.psd\"}");
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.body())
        .contains("\"id\":\"" + id, "\"name\":\"ann\"", "\"path\":\"art/logo.psd\"", "message");
    assertThat(ask("ann", "POST", "/locks", "{\"path\":\"art/logo.psd\"}").statusCode())
        .isEqualTo(409);
    assertThat(ask("bob", "GET", "/locks?path=art/logo.psd", "").body()).contains(id, "locked_at");
    assertThat(ask("bob", "GET", "/locks?id=" + id, "").body()).contains(id);
    assertThat(ask("bob", "GET", "/locks?path=art/other.psd", "").body())
        .isEqualTo("{\"locks\":[]}");
    assertThat(ask("bob", "POST", "/locks/" + id + "/unlock", "{}").statusCode()).isEqualTo(403);
    assertThat(ask("bob", "POST", "/locks/" + id + "/unlock", "{\"force\":true}").statusCode())
        .isEqualTo(403);
    assertThat(ask("ann", "POST", "/locks/" + id + "/unlock", "{\"force\":false}").body())
        .contains(id);
    assertThat(ask("ann", "POST", "/locks/" + id + "/unlock", "{}").statusCode()).isEqualTo(404);
    assertThat(created("bob", "art/logo.psd")).isNotEqualTo(id);
  }

  @Test
  void force_endsALockOfAnother() throws Exception {
    String id = created("ann", "art/logo.psd");
    assertThat(ask("bob", "POST", "/locks/" + id + "/unlock", "{\"force\":true}").body())
        .contains(
            "the lock is ann's, so it stays; ask them to unlock it, or somebody who may use --force");

    assertThat(ask("ops", "POST", "/locks/" + id + "/unlock", "{\"force\":true}").statusCode())
        .isEqualTo(200);
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  @Test
  void verify_tellsOursFromTheirs_inPages() throws Exception {
    String anns = created("ann", "a");
    String bobs = created("bob", "b");
    created("ann", "c");

    HttpResponse<String> one = ask("ann", "POST", "/locks/verify", "{\"limit\":2}");
    assertThat(one.body()).contains("\"ours\":[{\"id\":\"" + anns, "\"theirs\":[{\"id\":\"" + bobs);
    String cursor = first(CURSOR, one.body());
    assertThat(
            ask("ann", "POST", "/locks/verify", "{\"limit\":2,\"cursor\":\"" + cursor + "\"}")
                .body())
        .contains("\"path\":\"c\"", "\"theirs\":[]")
        .doesNotContain("next_cursor");
    assertThat(ask("ann", "GET", "/locks?limit=1&cursor=" + cursor, "").body())
        .contains("\"path\":\"c\"")
        .doesNotContain("next_cursor");
  }

  @Test
  void locksOfOtherPrograms_areTheSameLocks() throws Exception {
    try (LockClient client = arbiter.client("others")) {
      client
          .checkOut(
              LockRequest.checkOut("acme", "cem", "/plans/art/logo.psd"), Duration.ofDays(2), null)
          .get();

      assertThat(ask("ann", "POST", "/locks", "{\"path\":\"art/logo.psd\"}").body())
          .contains("already locked by cem");
      assertThat(ask("ann", "POST", "/locks/verify", "{}").body())
          .contains("\"ours\":[]", "\"path\":\"art/logo.psd\"", "\"name\":\"cem\"");
      created("ann", "art/other.psd");
      assertThat(
              client.tryAcquire(
                  LockRequest.upload("acme", "bob", "/plans/art/other.psd"), Duration.ZERO))
          .isEmpty();
      try (Lease push = client.acquire(LockRequest.upload("acme", "ann", "/plans/art/other.psd"))) {
        assertThat(push.isValid()).isTrue();
      }
    }
  }

  @Test
  void nonsense_isRefused() throws Exception {
    assertThat(ask("ann", "POST", "/locks", "{}").statusCode()).isEqualTo(400);
    assertThat(ask("ann", "POST", "/locks", "[]").statusCode()).isEqualTo(400);
    assertThat(ask("ann", "POST", "/locks", " ".repeat(65_537)).statusCode()).isEqualTo(400);
    assertThat(ask("ann", "POST", "/locks", "{\"path\":\"../x\"}").statusCode()).isEqualTo(400);
    assertThat(ask("ann", "GET", "/locks?limit=many", "").statusCode()).isEqualTo(400);
    assertThat(ask("ann", "GET", "/elsewhere", "").statusCode()).isEqualTo(404);
    assertThat(ask("ann", "POST", "/locks/nobody/unlock", "{}").statusCode()).isEqualTo(404);
  }
}
