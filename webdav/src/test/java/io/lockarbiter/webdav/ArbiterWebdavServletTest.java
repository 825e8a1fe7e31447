package io.lockarbiter.webdav;

import static io.lockarbiter.webdav.WebdavServers.EXCLUSIVE;
import static io.lockarbiter.webdav.WebdavServers.SHARED;
import static io.lockarbiter.webdav.WebdavServers.ifToken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.lock.Owner;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two servers over one folder: what one has locked, the other knows. */
class ArbiterWebdavServletTest extends TwoServers {
  private static final String FILE = "/docs/plan.txt";

  ArbiterWebdavServletTest() {
    super("plan.txt");
  }

  @Test
  void lockOfOneServer_bindsTheOther() throws Exception {
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE, "Timeout", "Second-600");

    assertThat(dav.status(1, "ann", "PUT", FILE, "second")).isEqualTo(423);
    assertThat(dav.status(1, "bob", "PUT", FILE, "second", "If", ifToken(token))).isEqualTo(423);
    assertThat(dav.status(1, "ann", "PUT", FILE, "second", "If", ifToken(token))).isEqualTo(204);
    assertThat(dav.status(1, "bob", "LOCK", FILE, EXCLUSIVE)).isEqualTo(423);
    assertThat(dav.content(FILE)).isEqualTo("second");
    assertThat(dav.status(1, "bob", "UNLOCK", FILE, "", "Lock-Token", "<" + token + ">"))
        .isEqualTo(403);
    assertThat(dav.status(1, "ann", "UNLOCK", FILE, "", "Lock-Token", "<" + token + ">"))
        .isEqualTo(204);
    assertThat(dav.status(0, "ann", "UNLOCK", FILE, "", "Lock-Token", "<" + token + ">"))
        .isEqualTo(409);
    assertThat(dav.status(0, "bob", "PUT", FILE, "third")).isEqualTo(204);
  }

  @Test
  void discovery_tellsLocksOfAllServers() throws Exception {
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE, "Timeout", "Infinite, Second-600");

    HttpResponse<String> found = dav.ask(1, "bob", "PROPFIND", FILE, "", "Depth", "0");

    assertThat(found.statusCode()).isEqualTo(207);
    assertThat(found.body())
        .contains(
            "<D:exclusive/>",
            "<D:owner>ann's laptop</D:owner>",
            "<D:timeout>Second-604",
            token,
            "<D:href>/docs/plan.txt</D:href>");
    assertThat(dav.ask(1, "bob", "PROPFIND", "/docs", "", "Depth", "0").body())
        .doesNotContain(token);
  }

  @Test
  void refusal_namesTheLock() throws Exception {
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE);

    assertThat(dav.ask(1, "bob", "DELETE", "/docs", "").body())
        .contains("<D:lock-token-submitted>", "<D:href>/docs/plan.txt</D:href>");
    assertThat(dav.ask(1, "bob", "LOCK", "/docs", EXCLUSIVE).body())
        .contains("<D:no-conflicting-lock>", "<D:href>/docs/plan.txt</D:href>");
    assertThat(
            dav.status(1, "ann", "DELETE", "/docs", "", "If", "</docs/plan.txt> " + ifToken(token)))
        .isEqualTo(204);
    assertThat(dav.arbiter.locks("acme")).isEmpty();
  }

  @Test
  void checkOutByAnotherProgram_isShownAndHolds() throws Exception {
    dav.client
        .checkOut(LockRequest.checkOut("acme", "cem", FILE), Duration.ofDays(2), "back on Monday")
        .get();

    assertThat(dav.status(0, "ann", "PUT", FILE, "second")).isEqualTo(423);
    assertThat(dav.status(0, "ann", "LOCK", FILE, EXCLUSIVE)).isEqualTo(423);
    assertThat(dav.ask(1, "ann", "PROPFIND", FILE, "", "Depth", "0").body())
        .contains("<D:owner>cem: back on Monday</D:owner>")
        .doesNotContain("<D:locktoken>");
  }

  @Test
  void uploadByAnotherProgram_andALockExcludeEachOther() throws Exception {
    try (Lease upload = dav.client.acquire(LockRequest.upload("acme", "ann", FILE))) {
      assertThat(upload.isValid()).isTrue();
      assertThat(dav.status(0, "ann", "LOCK", FILE, EXCLUSIVE)).isEqualTo(423);
      assertThat(dav.status(0, "ann", "PUT", FILE, "second")).isEqualTo(423);
    }
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE);

    assertThat(dav.client.tryAcquire(LockRequest.upload("acme", "ann", FILE), Duration.ZERO))
        .isEmpty();
    assertThat(dav.status(1, "ann", "PUT", FILE, "second", "If", ifToken(token))).isEqualTo(204);
  }

  @Test
  void unmappedResource_becomesAnEmptyFile() throws Exception {
    assertThat(dav.ask(0, "ann", "LOCK", "/docs/new.txt", EXCLUSIVE).statusCode()).isEqualTo(201);
    assertThat(dav.content("/docs/new.txt")).isEmpty();
    assertThat(dav.status(1, "bob", "PUT", "/docs/new.txt", "x")).isEqualTo(423);
    assertThat(dav.status(0, "ann", "LOCK", "/none/new.txt", EXCLUSIVE)).isEqualTo(409);
    assertThat(dav.arbiter.locks("acme")).hasSize(1);
  }

  @Test
  void sharedLocks_goTogether_andOneTokenIsEnough() throws Exception {
    String anns = dav.locked(0, "ann", FILE, SHARED);
    String bobs = dav.locked(1, "bob", FILE, SHARED);

    assertThat(dav.status(0, "ann", "LOCK", FILE, EXCLUSIVE)).isEqualTo(423);
    assertThat(dav.status(0, "ann", "PUT", FILE, "none")).isEqualTo(423);
    assertThat(dav.status(0, "ann", "PUT", FILE, "ann", "If", ifToken(bobs))).isEqualTo(423);
    assertThat(dav.status(0, "ann", "PUT", FILE, "ann", "If", ifToken(anns))).isEqualTo(204);
    assertThat(dav.status(1, "bob", "PUT", FILE, "bob", "If", ifToken(bobs))).isEqualTo(204);
    assertThat(dav.status(0, "bob", "UNLOCK", FILE, "", "Lock-Token", "<" + bobs + ">"))
        .isEqualTo(204);
    assertThat(dav.status(0, "bob", "PUT", FILE, "none")).isEqualTo(423);
  }

  @Test
  void sharedToken_opensNoOtherSharedLock() throws Exception {
    Files.writeString(dav.folder.resolve("docs/other.txt"), "first");
    String anns = dav.locked(0, "ann", "/docs/other.txt", SHARED);
    String bobs = dav.locked(1, "bob", FILE, SHARED);

    assertThat(
            dav.status(0, "ann", "DELETE", "/docs", "", "If", "</docs/other.txt> " + ifToken(anns)))
        .isEqualTo(423);
    assertThat(dav.status(0, "bob", "PUT", FILE, "bob", "If", ifToken(bobs))).isEqualTo(204);
  }

  @Test
  void folderLock_holdsForItsMembers() throws Exception {
    String token = dav.locked(0, "ann", "/docs", EXCLUSIVE, "Depth", "infinity");

    assertThat(dav.status(1, "bob", "PUT", FILE, "second")).isEqualTo(423);
    assertThat(
            dav.status(1, "ann", "PUT", "/docs/new.txt", "x", "If", "</docs/> " + ifToken(token)))
        .isEqualTo(201);
    assertThat(dav.ask(1, "bob", "PROPFIND", FILE, "", "Depth", "0").body())
        .contains(token, "<D:depth>infinity</D:depth>", "<D:href>/docs/</D:href>");
    assertThat(dav.status(1, "ann", "LOCK", FILE, "", "If", ifToken(token))).isEqualTo(200);
  }

  @Test
  void lockOfDepthZero_holdsBelowAndIsShownAtItsFolder() throws Exception {
    String token = dav.locked(0, "ann", "/docs", EXCLUSIVE, "Depth", "0");

    assertThat(dav.status(1, "bob", "PUT", FILE, "second")).isEqualTo(423);
    assertThat(dav.ask(1, "bob", "PROPFIND", "/docs", "", "Depth", "0").body()).contains(token);
    assertThat(dav.ask(1, "bob", "PROPFIND", FILE, "", "Depth", "0").body()).doesNotContain(token);
  }

  @Test
  void moveUnderTwoTokens_needsBoth() throws Exception {
    Files.createDirectory(dav.folder.resolve("old"));
    Files.writeString(dav.folder.resolve("old/plan.txt"), "old");
    String from = dav.locked(0, "ann", FILE, EXCLUSIVE);
    String to = dav.locked(1, "ann", "/old/plan.txt", EXCLUSIVE);
    String destination = dav.uri(0, "/old/plan.txt").toString();

    assertThat(
            dav.status(0, "ann", "MOVE", FILE, "", "Destination", destination, "If", ifToken(from)))
        .isEqualTo(423);
    assertThat(
            dav.status(
                0,
                "ann",
                "MOVE",
                FILE,
                "",
                "Destination",
                destination,
                "If",
                "<%s> %s <%s> %s"
                    .formatted(dav.uri(0, FILE), ifToken(from), destination, ifToken(to))))
        .isEqualTo(204);
    assertThat(dav.content("/old/plan.txt")).isEqualTo("first");
    assertThat(Files.exists(dav.folder.resolve("docs/plan.txt"))).isFalse();
    assertThat(dav.status(1, "ann", "PUT", "/old/plan.txt", "x", "If", ifToken(to))).isEqualTo(204);
    assertThat(dav.arbiter.locks("acme")).hasSize(1);
  }

  @Test
  void falseCondition_is412_whoeverHoldsWhat() throws Exception {
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE);

    assertThat(dav.status(1, "ann", "PUT", FILE, "x", "If", "(<" + token + "> [\"no such tag\"])"))
        .isEqualTo(412);
    assertThat(dav.status(1, "bob", "PUT", FILE, "x", "If", "(<DAV:no-lock>)")).isEqualTo(412);
    assertThat(dav.status(1, "bob", "PUT", FILE, "x", "If", "(Not <DAV:no-lock>)")).isEqualTo(423);
    assertThat(dav.content(FILE)).isEqualTo("first");
  }

  @Test
  void lockWhoseTimeIsOver_isGone() throws Exception {
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE, "Timeout", "Second-5");
    assertThat(dav.status(0, "ann", "LOCK", FILE, "", "If", ifToken(token))).isEqualTo(200);

    dav.arbiter.pass(Duration.ofSeconds(61));

    assertThat(dav.status(1, "ann", "LOCK", FILE, "", "If", ifToken(token))).isEqualTo(412);
    assertThat(dav.status(1, "bob", "PUT", FILE, "second")).isEqualTo(204);
  }

  @Test
  void refresh_takesTheTimeItAsksFor() throws Exception {
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE, "Timeout", "Second-600");
    String other = dav.locked(0, "ann", "/docs/other.txt", EXCLUSIVE);

    HttpResponse<String> longer =
        dav.ask(1, "ann", "LOCK", FILE, "", "If", ifToken(token), "Timeout", "Second-7200");

    assertThat(longer.statusCode()).isEqualTo(200);
    assertThat(longer.body()).contains(token, "ann's laptop").containsPattern("Second-7(200|1..)");
    assertThat(dav.status(0, "ann", "PUT", FILE, "second", "If", ifToken(token))).isEqualTo(204);
    dav.arbiter.pass(Duration.ofMinutes(100));
    assertThat(dav.status(0, "bob", "PUT", FILE, "bob")).isEqualTo(423);
    assertThat(dav.status(0, "ann", "LOCK", FILE, "", "If", ifToken(token), "Timeout", "Second-60"))
        .isEqualTo(200);
    dav.arbiter.pass(Duration.ofSeconds(61));
    assertThat(dav.status(0, "bob", "PUT", FILE, "bob")).isEqualTo(204);
    assertThat(dav.status(1, "ann", "LOCK", FILE, "", "If", ifToken(token), "Timeout", "Second-60"))
        .isEqualTo(412);
    assertThat(other).isNotEqualTo(token);
  }

  @Test
  void refreshOfALockThatSomebodyEnds_keepsItsEnd() throws Exception {
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE, "Timeout", "Second-600");
    String lockId = dav.arbiter.locks("acme").get(0).lock().lockId();
    dav.client
        .askToYield("acme", lockId, new Owner("ops", null), Duration.ofMinutes(2), "the move")
        .get();

    assertThat(
            dav.ask(1, "ann", "LOCK", FILE, "", "If", ifToken(token), "Timeout", "Second-7200")
                .body())
        .containsPattern("Second-1[12].<");
  }

  @Test
  void writeUnderAToken_passesWhoWaitsForItsEnd() throws Exception {
    String token = dav.locked(0, "ann", FILE, EXCLUSIVE);
    CompletableFuture<Lease> waiting =
        dav.client.acquireAsync(
            LockRequest.delete("acme", "cem", "/docs").waitingUpTo(Duration.ofMinutes(5)));
    await().until(() -> dav.arbiter.events().stream().anyMatch(each -> each instanceof Queued));

    assertThat(dav.status(1, "ann", "PUT", FILE, "second", "If", ifToken(token))).isEqualTo(204);

    waiting.cancel(false);
  }

  @Test
  void ownFolder_isNobodysToSee() throws Exception {
    assertThat(dav.status(0, "ann", "PUT", FILE, "second")).isEqualTo(204);
    assertThat(Files.isDirectory(dav.folder.resolve(SharedFolder.OWN))).isTrue();

    assertThat(dav.status(0, "ann", "GET", "/.lockarbiter/fence", "")).isEqualTo(404);
    assertThat(dav.status(0, "ann", "DELETE", "/.lockarbiter", "")).isEqualTo(404);
    assertThat(dav.ask(0, "ann", "PROPFIND", "/", "", "Depth", "1").body())
        .doesNotContain(SharedFolder.OWN);
    assertThat(dav.status(0, "ann", "DELETE", "/", "")).isEqualTo(403);
    assertThat(dav.content(FILE)).isEqualTo("second");
  }

  @Test
  void uploadWhoseLineBreaks_leavesTheOldFile() throws Exception {
    try (Socket line = new Socket("127.0.0.1", dav.port(0))) {
      line.getOutputStream()
          .write(
              "PUT /docs/plan.txt HTTP/1.1\r\nHost: x\r\nAuthorization: Basic YW5uOmE=\r\nContent-Length: 1000\r\n\r\nhalf"
                  .getBytes(StandardCharsets.US_ASCII));
      await().until(() -> !dav.arbiter.locks("acme").isEmpty());
      assertThat(dav.status(1, "ann", "PUT", FILE, "second")).isEqualTo(423);
    }
    await().until(() -> dav.arbiter.locks("acme").isEmpty());

    assertThat(dav.content(FILE)).isEqualTo("first");
    try (Stream<Path> left = Files.list(dav.folder.resolve(".lockarbiter/incoming"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void deadProperties_goWithTheFile_forAllServers() throws Exception {
    String set =
        "<D:propertyupdate xmlns:D=\"DAV:\"><D:set><D:prop><x:colour xmlns:x=\"urn:x\">red</x:colour></D:prop></D:set></D:propertyupdate>";
    assertThat(dav.status(0, "ann", "PROPPATCH", FILE, set)).isEqualTo(207);
    assertThat(
            dav.status(
                1, "ann", "MOVE", "/docs", "", "Destination", dav.uri(1, "/moved").toString()))
        .isEqualTo(201);

    assertThat(dav.ask(0, "bob", "PROPFIND", "/moved/plan.txt", "", "Depth", "0").body())
        .contains("urn:x", "red");
  }
}
