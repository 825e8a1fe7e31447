package io.lockarbiter.webdav;

import static io.lockarbiter.webdav.WebdavServers.EXCLUSIVE;
import static io.lockarbiter.webdav.WebdavServers.ifToken;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.testing.FakeLock;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Office suites at two servers, among all others who use the folder. */
class WopiServletTest extends TwoServers {
  private static final String FILE = "/docs/plan.docx";

  WopiServletTest() {
    super("plan.docx");
  }

  private static String lockIn(HttpResponse<String> answer) {
    return answer.headers().firstValue("X-WOPI-Lock").orElse("absent");
  }

  private static boolean isOther(HttpResponse<String> answer) {
    return answer.headers().firstValue("X-WOPI-LockedByOtherInterface").isPresent();
  }

  private void assertOther(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(lockIn(answer)).isEmpty();
    assertThat(isOther(answer)).isTrue();
    assertThat(answer.headers().firstValue("X-WOPI-LockFailureReason")).isPresent();
  }

  @Test
  void usersOfOneLockId_editTogether() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);

    assertThat(dav.officeStatus(1, "bob", "LOCK", FILE, "", "A")).isEqualTo(200);
    assertThat(dav.officeStatus(1, "bob", "PUT", FILE, "bob's", "A")).isEqualTo(200);
    assertThat(dav.officeStatus(0, "cem", "PUT", FILE, "cem's", "A")).isEqualTo(200);
    assertThat(dav.content(FILE)).isEqualTo("cem's");
    assertThat(dav.arbiter.locks("acme")).hasSize(1);
    assertThat(dav.officeStatus(1, "bob", "UNLOCK", FILE, "", "A")).isEqualTo(200);
    assertThat(dav.arbiter.locks("acme")).isEmpty();
  }

  @Test
  void lock_isToldToOthers_withItsUserAndId() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);

    FakeLock lock = dav.arbiter.locks("acme").get(0);
    assertThat(lock.lock().owner().subAccount()).isEqualTo("ann");
    assertThat(lock.lock().owner().session()).startsWith("wopi:");
    assertThat(lock.lock().attributes()).containsEntry("wopi", "A");
    assertThat(dav.ask(1, "bob", "PROPFIND", FILE, "", "Depth", "0").body())
        .contains("<D:owner>ann: Office: ann</D:owner>", "Second-1");
  }

  /** A request that one of several sends. */
  private interface Sender<T> {
    T send(int number, String path) throws Exception;
  }

  /** The answers about a new file to so many who send at once. */
  private <T> List<T> atOnce(int senders, String path, String content, Sender<T> sender)
      throws Exception {
    Files.writeString(dav.folder.resolve(path.substring(1)), content);
    ExecutorService pool = Executors.newFixedThreadPool(senders);
    try {
      List<Future<T>> asked = new ArrayList<>();
      for (int i = 0; i < senders; i++) {
        int number = i;
        asked.add(pool.submit(() -> sender.send(number, path)));
      }
      List<T> answers = new ArrayList<>();
      for (Future<T> each : asked) {
        answers.add(each.get());
      }
      return answers;
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void locksOfOneFileUnderTwoIds_atOnce_haveOneWinner() throws Exception {
    for (int round = 0; round < 20; round++) {
      List<HttpResponse<String>> answers =
          atOnce(
              2,
              "/docs/" + round + ".docx",
              "first",
              (at, path) -> dav.office(at, "ann", "LOCK", path, "", "X-WOPI-Lock", "id-" + at));
      HttpResponse<String> one = answers.get(0);
      HttpResponse<String> two = answers.get(1);

      assertThat(List.of(one.statusCode(), two.statusCode())).containsExactlyInAnyOrder(200, 409);
      assertThat(one.statusCode() == 409 ? lockIn(one) : lockIn(two))
          .isEqualTo(one.statusCode() == 409 ? "id-1" : "id-0");
    }
  }

  @Test
  void locksOfOneFileUnderOneId_atOnce_areOneLock() throws Exception {
    for (int round = 0; round < 20; round++) {
      assertThat(
              atOnce(
                  4,
                  "/docs/" + round + ".docx",
                  "first",
                  (at, path) -> dav.officeStatus(at % 2, "ann", "LOCK", path, "", "A")))
          .containsExactly(200, 200, 200, 200);
      assertThat(dav.arbiter.locks("acme")).hasSize(round + 1);
    }
  }

  @Test
  void lockWhoseAnswerWasLost_isFoundByTheSameRequest() throws Exception {
    // The first server has asked for it, and died.
    dav.client
        .checkOut(
            LockRequest.checkOut("acme", "ann", FILE).session("wopi:1").attribute("wopi", "A"),
            Duration.ofMinutes(30),
            null)
        .get();

    assertThat(dav.officeStatus(1, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    assertThat(dav.arbiter.locks("acme")).hasSize(1);
    assertThat(dav.officeStatus(1, "ann", "UNLOCK", FILE, "", "A")).isEqualTo(200);
  }

  @Test
  void lock_endsAfter30Minutes_unlessItIsRefreshed() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    dav.arbiter.pass(Duration.ofMinutes(29));
    assertThat(dav.officeStatus(1, "ann", "REFRESH_LOCK", FILE, "", "A")).isEqualTo(200);
    dav.arbiter.pass(Duration.ofMinutes(29));
    assertThat(dav.officeStatus(0, "bob", "PUT", FILE, "second", "A")).isEqualTo(200);
    dav.arbiter.pass(Duration.ofMinutes(2));

    HttpResponse<String> late = dav.office(1, "ann", "REFRESH_LOCK", FILE, "", "X-WOPI-Lock", "A");

    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(lockIn(late)).isEmpty();
    assertThat(isOther(late)).isFalse();
    assertThat(dav.officeStatus(1, "ann", "PUT", FILE, "third", "A")).isEqualTo(409);
    assertThat(dav.content(FILE)).isEqualTo("second");
  }

  @Test
  void relock_letsNobodyInBetween() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    CompletableFuture<Lease> waiting =
        dav.client.acquireAsync(
            LockRequest.upload("acme", "cem", FILE).waitingUpTo(Duration.ofMinutes(5)));
    await().until(() -> dav.arbiter.events().stream().anyMatch(each -> each instanceof Queued));

    HttpResponse<String> swapped =
        dav.office(1, "bob", "LOCK", FILE, "", "X-WOPI-Lock", "B", "X-WOPI-OldLock", "A");

    assertThat(swapped.statusCode()).isEqualTo(200);
    assertThat(waiting).isNotDone();
    assertThat(dav.arbiter.events())
        .filteredOn(each -> each instanceof Released)
        .extracting(each -> ((Released) each).reason())
        .containsExactly(ReleaseReason.REPLACED);
    assertThat(dav.officeStatus(0, "ann", "PUT", FILE, "late", "A")).isEqualTo(409);
    assertThat(dav.officeStatus(0, "ann", "PUT", FILE, "second", "B")).isEqualTo(200);
    assertThat(dav.officeStatus(0, "ann", "UNLOCK", FILE, "", "B")).isEqualTo(200);
    waiting.get().close();
  }

  @Test
  void writeUnderALock_passesWhoWaitsForItsEnd() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    CompletableFuture<Lease> waiting =
        dav.client.acquireAsync(
            LockRequest.delete("acme", "cem", "/docs").waitingUpTo(Duration.ofMinutes(5)));
    await().until(() -> dav.arbiter.events().stream().anyMatch(each -> each instanceof Queued));

    assertThat(dav.officeStatus(1, "ann", "PUT", FILE, "second", "A")).isEqualTo(200);

    assertThat(dav.content(FILE)).isEqualTo("second");
    waiting.cancel(false);
  }

  @Test
  void webdavAndOffice_excludeEachOther() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    assertThat(dav.status(1, "ann", "PUT", FILE, "dav")).isEqualTo(423);
    assertThat(dav.status(1, "ann", "DELETE", "/docs", "")).isEqualTo(423);
    assertThat(dav.status(1, "ann", "MOVE", FILE, "", "Destination", dav.uri(1, "/x").toString()))
        .isEqualTo(423);
    assertThat(dav.status(1, "bob", "LOCK", FILE, EXCLUSIVE)).isEqualTo(423);
    assertThat(dav.status(1, "bob", "GET", FILE, "")).isEqualTo(200);
    assertThat(dav.officeStatus(0, "ann", "UNLOCK", FILE, "", "A")).isEqualTo(200);

    String token = dav.locked(1, "ann", FILE, EXCLUSIVE);

    assertOther(dav.office(0, "ann", "LOCK", FILE, "", "X-WOPI-Lock", "A"));
    assertOther(dav.office(0, "ann", "GET_LOCK", FILE, ""));
    assertOther(dav.office(0, "ann", "REFRESH_LOCK", FILE, "", "X-WOPI-Lock", "A"));
    assertOther(dav.office(0, "ann", "UNLOCK", FILE, "", "X-WOPI-Lock", "A"));
    assertOther(dav.office(0, "ann", "PUT", FILE, "office", "X-WOPI-Lock", "A"));
    assertThat(dav.status(0, "ann", "PUT", FILE, "dav", "If", ifToken(token))).isEqualTo(204);
    assertThat(dav.content(FILE)).isEqualTo("dav");
  }

  @Test
  void uploadsAndCheckOutsOfOtherPrograms_areInTheWay() throws Exception {
    try (Lease upload = dav.client.acquire(LockRequest.upload("acme", "ann", FILE))) {
      assertThat(upload.isValid()).isTrue();
      assertOther(dav.office(0, "ann", "LOCK", FILE, "", "X-WOPI-Lock", "A"));
    }
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    assertThat(dav.client.tryAcquire(LockRequest.upload("acme", "ann", FILE), Duration.ZERO))
        .isEmpty();
    assertThat(dav.officeStatus(0, "ann", "UNLOCK", FILE, "", "A")).isEqualTo(200);

    // As Git LFS and the console make them: of a member, without session.
    dav.client
        .checkOut(LockRequest.checkOut("acme", "cem", "/docs"), Duration.ofDays(2), null)
        .get();
    assertOther(dav.office(1, "ann", "LOCK", FILE, "", "X-WOPI-Lock", "A"));
    assertOther(dav.office(1, "ann", "GET_LOCK", FILE, ""));
    assertThat(dav.officeStatus(1, "cem", "LOCK", FILE, "", "A")).isEqualTo(200);
    assertThat(dav.officeStatus(0, "cem", "PUT", FILE, "second", "A")).isEqualTo(200);
  }

  @Test
  void freeze_keepsEvenTheLocksUsersFromWriting() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    dav.client.acquire(LockRequest.freeze("acme", "ops", "/"));

    HttpResponse<String> refused = dav.office(1, "ann", "PUT", FILE, "second", "X-WOPI-Lock", "A");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(lockIn(refused)).isEqualTo("A");
    assertThat(isOther(refused)).isTrue();
    assertThat(dav.content(FILE)).isEqualTo("first");
  }

  @Test
  void emptyFile_isFilledOnce() throws Exception {
    Files.writeString(dav.folder.resolve("docs/new.docx"), "");

    assertThat(dav.office(0, "ann", "PUT", "/docs/new.docx", "one").statusCode()).isEqualTo(200);
    HttpResponse<String> second = dav.office(1, "bob", "PUT", "/docs/new.docx", "two");

    assertThat(second.statusCode()).isEqualTo(409);
    assertThat(lockIn(second)).isEmpty();
    assertThat(isOther(second)).isFalse();
    assertThat(dav.content("/docs/new.docx")).isEqualTo("one");
    assertThat(dav.arbiter.locks("acme")).isEmpty();
  }

  @Test
  void emptyFile_isFilledByOneOfTwoAtOnce() throws Exception {
    for (int round = 0; round < 20; round++) {
      String path = "/docs/" + round + ".docx";
      List<Integer> statuses =
          atOnce(
              2,
              path,
              "",
              (at, same) -> dav.office(at, "ann", "PUT", same, "by " + at).statusCode());

      assertThat(statuses).containsExactlyInAnyOrder(200, 409);
      assertThat(dav.content(path)).isEqualTo("by " + statuses.indexOf(200));
    }
  }

  @Test
  void writeUnderALockThatHasJustEnded_isRefusedByTheArbiter() throws Exception {
    WopiLocks locks =
        new WopiLocks(new LockDesk(dav.client, Duration.ZERO), new FakeLockView(dav.arbiter));
    WopiFile file = new WopiFile(new WebdavPlace("acme", "ann", FILE), FILE, "ann", true, Map.of());
    assertThat(locks.lock(file, "A")).isTrue();
    DavLock seen = locks.requireMatch(file, "A", false);
    assertThat(dav.officeStatus(1, "bob", "UNLOCK", FILE, "", "A")).isEqualTo(200);

    assertThatThrownBy(() -> locks.acquire(file, seen))
        .isInstanceOf(WopiMismatchException.class)
        .hasMessage("the lock of the file has ended meanwhile")
        .extracting("current")
        .isEqualTo("");
  }

  @Test
  void lateWrite_isRefusedByTheStorage() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    FolderFence fence = new FolderFence(dav.folder.resolve(".lockarbiter/fence"));
    var unused =
        fence.write(
            FencingAction.of("acme", 1_000_000, List.of(new Target(LockPath.of(FILE), Mode.PUT))),
            () -> true);

    HttpResponse<String> late = dav.office(0, "ann", "PUT", FILE, "late", "X-WOPI-Lock", "A");

    assertThat(late.statusCode()).isEqualTo(503);
    assertThat(late.headers().firstValue("Retry-After")).isPresent();
    assertThat(dav.content(FILE)).isEqualTo("first");
  }

  @Test
  void versions_tellQuickWritesOfOneSizeApart() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    List<String> versions = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      HttpResponse<String> saved =
          dav.office(i % 2, "ann", "PUT", FILE, "v" + i % 10, "X-WOPI-Lock", "A");
      versions.add(saved.headers().firstValue("X-WOPI-ItemVersion").orElseThrow());
      assertThat(saved.body()).startsWith("{\"LastModifiedTime\":\"20");
    }
    assertThat(versions).doesNotHaveDuplicates();
    HttpResponse<String> read = dav.office(1, "ann", "GET contents", FILE, "");
    assertThat(read.headers().firstValue("X-WOPI-ItemVersion")).contains(versions.get(19));
    assertThat(dav.office(0, "ann", "GET ", FILE, "").body())
        .contains("\"Version\":\"" + versions.get(19) + "\"", "\"Size\":2", "\"UserId\":\"ann\"");
  }

  @Test
  void bytesOfTheSameMoment_haveALaterTime() throws Exception {
    SharedFolder folder = SharedFolder.at(dav.folder);
    Path file = dav.folder.resolve("docs/plan.docx");
    long before = Files.getLastModifiedTime(file).toMillis();
    Path stored = folder.store(new ByteArrayInputStream("other".getBytes(UTF_8)));
    Files.setLastModifiedTime(stored, FileTime.fromMillis(before));

    assertThat(folder.place(stored, file, true)).isTrue();

    assertThat(Files.getLastModifiedTime(file).toMillis()).isEqualTo(before + 1);
  }

  @Test
  void tooLargeFile_isNotSent() throws Exception {
    assertThat(
            dav.office(0, "ann", "GET contents", FILE, "", "X-WOPI-MaxExpectedSize", "4")
                .statusCode())
        .isEqualTo(412);
    assertThat(dav.office(0, "ann", "GET contents", FILE, "", "X-WOPI-MaxExpectedSize", "5").body())
        .isEqualTo("first");
  }

  @Test
  void token_isForOneFileAndItsRights() throws Exception {
    String reader = dav.tokens.issue("ann", FILE, /* mayWrite= */ false, Duration.ofHours(1));
    String other =
        dav.tokens.issue("ann", "/docs/other.docx", /* mayWrite= */ true, Duration.ofHours(1));
    URI file = dav.uri(0, "/wopi/files/" + WopiTokens.id(FILE));

    assertThat(send(HttpRequest.newBuilder(file)).statusCode()).isEqualTo(401);
    assertThat(send(HttpRequest.newBuilder(URI.create(file + "?access_token=" + other))))
        .extracting(HttpResponse::statusCode)
        .isEqualTo(401);
    HttpRequest.Builder bearer =
        HttpRequest.newBuilder(file).header("Authorization", "Bearer " + reader);
    assertThat(send(bearer).body())
        .contains("\"UserCanWrite\":false", "\"ReadOnly\":true", "\"BaseFileName\":\"plan.docx\"");
    for (String override : List.of("LOCK", "UNLOCK", "REFRESH_LOCK")) {
      assertThat(
              send(bearer
                      .copy()
                      .header("X-WOPI-Override", override)
                      .header("X-WOPI-Lock", "A")
                      .POST(BodyPublishers.noBody()))
                  .statusCode())
          .as(override)
          .isEqualTo(404);
    }
    assertThat(
            send(HttpRequest.newBuilder(URI.create(file + "/contents?access_token=" + reader))
                    .header("X-WOPI-Override", "PUT")
                    .POST(BodyPublishers.ofString("x")))
                .statusCode())
        .isEqualTo(404);
    assertThat(dav.arbiter.commands()).isEmpty();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return dav.http().send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void bodyThatLooksLikeAForm_isStored() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);

    assertThat(
            dav.office(
                    0,
                    "ann",
                    "PUT",
                    FILE,
                    "a=1&b=2",
                    "X-WOPI-Lock",
                    "A",
                    "Content-Type",
                    "application/x-www-form-urlencoded")
                .statusCode())
        .isEqualTo(200);
    assertThat(dav.content(FILE)).isEqualTo("a=1&b=2");
  }

  @Test
  void largeBodyUnderAWrongLock_hearsTheRefusal() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);

    HttpResponse<String> refused =
        dav.office(1, "bob", "PUT", FILE, "x".repeat(8 << 20), "X-WOPI-Lock", "B");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(lockIn(refused)).isEqualTo("A");
    try (var left = Files.list(dav.folder.resolve(".lockarbiter/incoming"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void nonsense_isRefused() throws Exception {
    assertThat(dav.office(0, "ann", "LOCK", FILE, "").statusCode()).isEqualTo(400);
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "x".repeat(1_025))).isEqualTo(400);
    for (String override : List.of("RENAME_FILE", "DELETE", "PUT_USER_INFO", "NONE")) {
      assertThat(dav.officeStatus(0, "ann", override, FILE, "", "A")).isEqualTo(501);
    }
    for (String path :
        List.of("/docs/none.docx", "/docs", "/../x", "/.lockarbiter/fence", "no path", "/docs/")) {
      assertThat(dav.officeStatus(0, "ann", "LOCK", path, "", "A")).as(path).isEqualTo(404);
      assertThat(dav.office(0, "ann", "GET contents", path, "").statusCode())
          .as(path)
          .isEqualTo(404);
    }
    Files.createSymbolicLink(
        dav.folder.resolve("docs/link.docx"), dav.folder.resolve("docs/plan.docx"));
    assertThat(dav.office(0, "ann", "GET contents", "/docs/link.docx", "").statusCode())
        .isEqualTo(404);
    assertThat(dav.status(0, "ann", "GET", "/wopi/elsewhere", "")).isEqualTo(404);
    assertThat(dav.arbiter.locks("acme")).isEmpty();
  }
}
