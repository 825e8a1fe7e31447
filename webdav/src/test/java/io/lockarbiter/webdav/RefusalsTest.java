package io.lockarbiter.webdav;

import static io.lockarbiter.webdav.WebdavServers.EXCLUSIVE;
import static io.lockarbiter.webdav.WebdavServers.SHARED;
import static io.lockarbiter.webdav.WebdavServers.ifToken;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are refused, each with its status, and what they leave. */
class RefusalsTest extends TwoServers {
  private static final String FILE = "/docs/plan.txt";
  private static final String PROPERTY =
      "<D:propertyupdate xmlns:D=\"DAV:\"><D:set><D:prop><%s xmlns=\"urn:x\">%s</%s></D:prop></D:set></D:propertyupdate>";

  RefusalsTest() {
    super("plan.txt");
  }

  private long asked() {
    return dav.arbiter.commands().stream().filter(each -> each instanceof Acquire).count();
  }

  @Test
  void lockThatSomebodyKeeps_isNotWaitedFor() throws Exception {
    dav.locked(0, "bob", FILE, EXCLUSIVE);
    long before = asked();

    assertThat(dav.status(1, "ann", "PUT", FILE, "second")).isEqualTo(423);
    assertThat(dav.status(1, "ann", "LOCK", FILE, EXCLUSIVE)).isEqualTo(423);

    assertThat(asked() - before).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"PUT,204", "LOCK,200"})
  void writeOfAnother_isWaitedFor(String method, int status) throws Exception {
    Lease upload = dav.client.acquire(LockRequest.upload("acme", "bob", FILE));
    CompletableFuture<Integer> waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return dav.status(1, "ann", method, FILE, method.equals("LOCK") ? EXCLUSIVE : "x");
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            ThreadPerTask.EXECUTOR);
    await().until(() -> dav.arbiter.events().stream().anyMatch(each -> each instanceof Queued));
    upload.close();

    assertThat(waiting.get()).isEqualTo(status);
  }

  @Test
  void writeOfAServerThatDies_isWaitedForTenSeconds() throws Exception {
    assertThat(dav.status(0, "ann", "PUT", FILE, "second")).isEqualTo(204);

    assertThat(dav.arbiter.events())
        .filteredOn(each -> each instanceof Granted)
        .extracting(each -> Objects.requireNonNull((LockFields) each.subject()).leaseMs())
        .containsExactly(10_000L);
  }

  @Test
  void freezeAndLimit_haveTheirStatus() throws Exception {
    try (Lease freeze = dav.client.acquire(LockRequest.freeze("acme", "ops", "/"))) {
      assertThat(freeze.isValid()).isTrue();
      assertThat(dav.status(0, "ann", "PUT", FILE, "second")).isEqualTo(423);
    }
    dav.arbiter.set(Setting.KEPT_PER_SUB_ACCOUNT, 1);
    dav.locked(0, "ann", FILE, SHARED);
    assertThat(dav.status(1, "bob", "LOCK", "/docs", SHARED)).isEqualTo(507);
    assertThat(dav.content(FILE)).isEqualTo("first");
  }

  @Test
  void closedAccount_isForbidden() throws Exception {
    dav.client
        .checkOut(LockRequest.closeAccount("acme", "ops"), Duration.ofDays(2), "moved away")
        .get();

    assertThat(dav.status(0, "ann", "PUT", FILE, "second")).isEqualTo(403);
    assertThat(dav.content(FILE)).isEqualTo("first");
  }

  @Test
  void sharedAndExclusiveToken_openNothingTogether() throws Exception {
    Files.writeString(dav.folder.resolve("docs/other.txt"), "other");
    String shared = dav.locked(0, "ann", FILE, SHARED);
    String exclusive = dav.locked(0, "ann", "/docs/other.txt", EXCLUSIVE);

    assertThat(
            dav.status(
                1,
                "ann",
                "DELETE",
                "/docs",
                "",
                "If",
                "<%s> %s <%s> %s"
                    .formatted(FILE, ifToken(shared), "/docs/other.txt", ifToken(exclusive))))
        .isEqualTo(423);
    assertThat(dav.content(FILE)).isEqualTo("first");
    assertThat(dav.arbiter.locks("acme")).hasSize(2);
  }

  /** A move under two tokens puts one lock into the session of the other. */
  @Test
  void lockThatIsReplacedByAnEqualOne_keepsItsTime() throws Exception {
    String from = dav.locked(0, "ann", FILE, EXCLUSIVE);
    String to = dav.locked(1, "ann", "/docs/new.txt", EXCLUSIVE, "Timeout", "Second-7200");
    assertThat(
            dav.status(
                0,
                "ann",
                "MOVE",
                FILE,
                "",
                "Destination",
                "/docs/new.txt",
                "If",
                "<%s> %s <%s> %s".formatted(FILE, ifToken(from), "/docs/new.txt", ifToken(to))))
        .isEqualTo(204);

    dav.arbiter.pass(Duration.ofMinutes(118));
    assertThat(dav.status(1, "bob", "PUT", "/docs/new.txt", "bob")).isEqualTo(423);
    dav.arbiter.pass(Duration.ofMinutes(3));
    assertThat(dav.status(1, "bob", "PUT", "/docs/new.txt", "bob")).isEqualTo(204);
  }

  @Test
  void lockThatCanBeNone_isRefused() throws Exception {
    assertThat(dav.status(0, "ann", "LOCK", FILE, EXCLUSIVE, "Depth", "1")).isEqualTo(400);
    assertThat(dav.status(0, "ann", "LOCK", FILE, owner(2_001))).isEqualTo(507);
    assertThat(dav.status(0, "ann", "PROPFIND", "/", "", "Depth", "2")).isEqualTo(400);
    assertThat(dav.arbiter.locks("acme")).isEmpty();
    assertThat(dav.status(0, "ann", "LOCK", FILE, owner(2_000))).isEqualTo(200);
  }

  private static String owner(int bytes) {
    return EXCLUSIVE.replace("ann's laptop", "a".repeat(bytes));
  }

  @Test
  void token_hasBracketsAndAPlace_andAnyCase() throws Exception {
    Files.writeString(dav.folder.resolve("docs/other.txt"), "other");
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE);

    assertThat(dav.status(1, "ann", "UNLOCK", FILE, "")).isEqualTo(400);
    assertThat(dav.status(1, "ann", "UNLOCK", FILE, "", "Lock-Token", token)).isEqualTo(400);
    assertThat(
            dav.status(1, "ann", "UNLOCK", "/docs/other.txt", "", "Lock-Token", "<" + token + ">"))
        .isEqualTo(409);
    assertThat(dav.arbiter.locks("acme")).hasSize(1);
    assertThat(
            dav.status(
                1,
                "ann",
                "UNLOCK",
                FILE,
                "",
                "Lock-Token",
                "<" + token.toUpperCase(Locale.ROOT) + ">"))
        .isEqualTo(204);
  }

  @Test
  void whoeverWaitsBelowADeletedFolder_isRefused() throws Exception {
    String token = dav.locked(0, "ann", "/docs", EXCLUSIVE);
    CompletableFuture<Lease> waiting =
        dav.client.acquireAsync(
            LockRequest.upload("acme", "cem", FILE).waitingUpTo(Duration.ofMinutes(5)));
    await().until(() -> dav.arbiter.events().stream().anyMatch(each -> each instanceof Queued));

    assertThat(dav.status(1, "ann", "DELETE", "/docs", "", "If", "</docs> " + ifToken(token)))
        .isEqualTo(204);

    assertThatThrownBy(waiting::get).hasCauseInstanceOf(LockRefusedException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "MOVE"})
  void whoeverHasReadAnOlderVersion_removesNothing(String method) throws Exception {
    String read = dav.ask(0, "ann", "GET", FILE, "").headers().firstValue("ETag").orElseThrow();
    assertThat(dav.status(1, "bob", "PUT", FILE, "by bob")).isEqualTo(204);

    assertThat(dav.status(0, "ann", method, FILE, "", "If-Match", read, "Destination", "/new.txt"))
        .isEqualTo(412);

    assertThat(dav.content(FILE)).isEqualTo("by bob");
  }

  @Test
  void ownFolder_isNobodysToFill() throws Exception {
    for (String path : new String[] {"/.lockarbiter/new.txt", "/%2elockarbiter/new.txt"}) {
      for (String method : new String[] {"PUT", "MKCOL", "LOCK", "PROPFIND", "PROPPATCH"}) {
        assertThat(dav.status(0, "ann", method, path, method.equals("LOCK") ? EXCLUSIVE : ""))
            .as("%s %s", method, path)
            .isEqualTo(404);
      }
    }
    assertThat(dav.arbiter.commands()).isEmpty();
  }

  @Test
  void whoeverAsksFirst_isRefusedBeforeTheBytesAreSent() throws Exception {
    HttpRequest asks =
        dav.request(0, "ann", "PUT", FILE)
            .expectContinue(true)
            .PUT(BodyPublishers.ofString("second"))
            .build();
    assertThat(dav.http().send(asks, BodyHandlers.discarding()).statusCode()).isEqualTo(204);
    dav.locked(1, "bob", FILE, EXCLUSIVE);

    try (Socket line = new Socket("127.0.0.1", dav.port(0))) {
      line.getOutputStream()
          .write(
              "PUT /docs/plan.txt HTTP/1.1\r\nHost: x\r\nAuthorization: Basic YW5uOmE=\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n"
                  .getBytes(US_ASCII));

      assertThat(new String(line.getInputStream().readAllBytes(), US_ASCII))
          .startsWith("HTTP/1.1 423 ");
    }
  }

  @Test
  void partOfAFile_isRefused() throws Exception {
    assertThat(dav.status(0, "ann", "PUT", FILE, "XX", "Content-Range", "bytes 1-2/5"))
        .isEqualTo(400);
    assertThat(dav.content(FILE)).isEqualTo("first");
  }

  @Test
  void nameThatNoLockCanHave_isRefused() throws Exception {
    assertThat(dav.status(0, "ann", "PUT", "/a%01b", "x")).isEqualTo(400);
    assertThat(dav.status(0, "ann", "PUT", "/" + "a".repeat(255), "x")).isEqualTo(201);
    assertThat(dav.status(0, "ann", "PUT", "/" + "a".repeat(256), "x")).isEqualTo(409);
  }

  @Test
  void properties_have256KiBAtMost() throws Exception {
    String text = "y".repeat(60_000);
    for (int i = 0; i < 4; i++) {
      assertThat(dav.ask(0, "ann", "PROPPATCH", FILE, PROPERTY.formatted("a" + i, text, "a" + i)))
          .extracting(HttpResponse::body)
          .asString()
          .contains("HTTP/1.1 200");
    }
    assertThat(dav.ask(0, "ann", "PROPPATCH", FILE, PROPERTY.formatted("b", text, "b")).body())
        .contains("507");
    assertThat(dav.ask(1, "ann", "PROPFIND", FILE, "", "Depth", "0").body())
        .contains("<a3")
        .doesNotContain("<b ");
  }

  @Test
  void propertyThatIsTheServers_changesNothing() throws Exception {
    String body =
        PROPERTY
            .formatted("a", "mine", "a")
            .replace("</D:prop>", "<D:getetag>mine</D:getetag></D:prop>");

    assertThat(dav.ask(0, "ann", "PROPPATCH", FILE, body).body()).contains("HTTP/1.1 403");
    assertThat(dav.ask(1, "ann", "PROPFIND", FILE, "", "Depth", "0").body()).doesNotContain("mine");
  }

  @Test
  void fileInThePlaceOfADeletedOne_hasNoneOfItsProperties() throws Exception {
    assertThat(dav.status(0, "ann", "PROPPATCH", FILE, PROPERTY.formatted("a", "old text", "a")))
        .isEqualTo(207);
    assertThat(dav.status(0, "ann", "DELETE", "/docs", "")).isEqualTo(204);
    assertThat(dav.status(1, "bob", "MKCOL", "/docs", "")).isEqualTo(201);
    assertThat(dav.status(1, "bob", "PUT", FILE, "another file")).isEqualTo(201);

    assertThat(dav.ask(0, "bob", "PROPFIND", FILE, "", "Depth", "0").body())
        .doesNotContain("old text");
  }

  @Test
  void listing_hasThreeLevels() throws Exception {
    Files.createDirectories(dav.folder.resolve("1/2/3/4"));

    assertThat(dav.ask(0, "ann", "PROPFIND", "/", "").body())
        .contains("<D:href>/1/2/3/</D:href>")
        .doesNotContain("/1/2/3/4");
  }
}
