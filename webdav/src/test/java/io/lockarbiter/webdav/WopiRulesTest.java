package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.testing.FakeArbiter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Rules of WOPI's locks that only a second request, or another user, notices. */
class WopiRulesTest extends TwoServers {
  private static final String FILE = "/docs/plan.docx";
  private static final String REASON = "X-WOPI-LockFailureReason";

  WopiRulesTest() {
    super("plan.docx");
  }

  private static WopiFile file(String userName) {
    return new WopiFile(
        new WebdavPlace("acme", "ann", FILE),
        FILE,
        userName,
        true,
        Map.of("CloseUrl", "https://x"));
  }

  @Test
  void lockOfTheSameId_isARenewal() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    dav.arbiter.pass(Duration.ofMinutes(29));
    assertThat(dav.officeStatus(1, "bob", "LOCK", FILE, "", "A")).isEqualTo(200);
    dav.arbiter.pass(Duration.ofMinutes(29));

    assertThat(dav.officeStatus(0, "ann", "PUT", FILE, "second", "A")).isEqualTo(200);
  }

  @Test
  void save_tellsItsUser() throws Exception {
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);
    assertThat(dav.officeStatus(1, "bob", "PUT", FILE, "second", "A")).isEqualTo(200);

    assertThat(dav.arbiter.events())
        .filteredOn(each -> each instanceof Granted)
        .extracting(each -> Objects.requireNonNull((LockFields) each.subject()).attributes())
        .extracting(attributes -> attributes.get(DavLock.WOPI_MEMBER))
        .containsExactly(null, "bob");
  }

  @Test
  void lock_isKeptFor30Minutes_withTheNameForPeople() throws Exception {
    WopiLocks locks =
        new WopiLocks(new LockDesk(dav.client, Duration.ZERO), new FakeLockView(dav.arbiter));
    assertThat(locks.lock(file("Ann A."), "A")).isTrue();

    LockDetails lock = dav.arbiter.locks("acme").get(0).lock();
    assertThat(lock.attributes()).containsEntry(LockFields.NOTE, "Office: Ann A.");
    assertThat(lock.lease()).isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void fileOfAnotherSizeAndTheSameTime_hasAnotherVersion() throws Exception {
    Path real = dav.folder.resolve(FILE.substring(1));
    FileTime time = Files.getLastModifiedTime(real);
    String before = version();
    Files.setLastModifiedTime(Files.writeString(real, "longer"), time);

    assertThat(version()).isNotEqualTo(before);
  }

  private String version() throws Exception {
    return dav.office(0, "ann", "GET contents", FILE, "")
        .headers()
        .firstValue("X-WOPI-ItemVersion")
        .orElseThrow();
  }

  @Test
  void propertiesOfTheProduct_areTold() {
    assertThat(WopiContents.info(file("Ann A."), new WopiContents.About(1, "v", "then")))
        .contains("\"CloseUrl\":\"https://x\"", "\"UserFriendlyName\":\"Ann A.\"");
  }

  @Test
  void emptyId_isNone_andAnIdIsOfAscii() throws Exception {
    Files.writeString(dav.folder.resolve("docs/new.docx"), "");

    assertThat(dav.officeStatus(0, "ann", "PUT", "/docs/new.docx", "one", "")).isEqualTo(200);
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "")).isEqualTo(400);
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "a\tb")).isEqualTo(400);
    assertThat(dav.arbiter.locks("acme")).isEmpty();
  }

  @Test
  void reason_isOfAscii() throws Exception {
    dav.client
        .checkOut(LockRequest.checkOut("acme", "cem", FILE), Duration.ofDays(2), "zur\u00fcck")
        .get();

    HttpResponse<String> refused = dav.office(0, "ann", "LOCK", FILE, "", "X-WOPI-Lock", "A");

    assertThat(refused.headers().firstValue(REASON).orElse("")).contains("(zur?ck)");
  }

  @Test
  void closedAccount_isAConflict() throws Exception {
    dav.client
        .checkOut(LockRequest.closeAccount("acme", "ops"), Duration.ofDays(2), "moved away")
        .get();

    HttpResponse<String> refused = dav.office(0, "ann", "LOCK", FILE, "", "X-WOPI-Lock", "A");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.headers().firstValue("X-WOPI-LockedByOtherInterface")).isPresent();
  }

  @Test
  void tooManyRequests_areToldWhenToComeAgain() throws Exception {
    dav.arbiter.set(Setting.ACQUIRES_PER_WINDOW, 1);
    dav.arbiter.set(Setting.WINDOW_MS, 60_000);
    assertThat(dav.officeStatus(0, "ann", "LOCK", FILE, "", "A")).isEqualTo(200);

    HttpResponse<String> refused = dav.office(1, "ann", "PUT", FILE, "x", "X-WOPI-Lock", "A");

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(50L, 60L);
  }

  @Test
  void lockOfAFolder_isNoLockOfItsFiles() throws Exception {
    dav.client
        .checkOut(
            LockRequest.checkOut("acme", "cem", "/docs").session("other").attribute("wopi", "A"),
            Duration.ofHours(1),
            null)
        .get();

    for (String override : new String[] {"LOCK", "UNLOCK", "PUT"}) {
      HttpResponse<String> refused = dav.office(0, "ann", override, FILE, "x", "X-WOPI-Lock", "A");
      assertThat(refused.statusCode()).as(override).isEqualTo(409);
      assertThat(refused.headers().firstValue("X-WOPI-Lock")).as(override).hasValue("");
    }
    assertThat(dav.arbiter.locks("acme")).hasSize(1);
  }

  @Test
  void namesThatDifferInCaseAlone_areOneFile_whereTheArbiterSaysSo() throws Exception {
    FakeArbiter arbiter = FakeArbiter.withoutCase();
    try (LockClient client = arbiter.client("office")) {
      client
          .checkOut(
              LockRequest.checkOut("acme", "ann", FILE)
                  .owner(new Owner("ann", "wopi:1"))
                  .attribute(DavLock.WOPI, "A"),
              Duration.ofMinutes(30),
              null)
          .get();
      LockTable table = new FakeLockView(arbiter).now("acme");

      assertThat(WopiState.of(new WebdavPlace("acme", "bob", "/Docs/PLAN.docx"), table).id())
          .isEqualTo("A");
      assertThat(table.within("acme", LockPath.of("/DOCS"))).hasSize(1);
    }
  }

  @Test
  void fileThatIsNotThere_hasNoLockToTell() throws Exception {
    assertThat(dav.office(0, "ann", "GET_LOCK", "/docs/none.docx", "").statusCode()).isEqualTo(404);
  }

  @Test
  void answers_sayWhatAClientHasToKnow() throws Exception {
    HttpRequest withoutToken =
        HttpRequest.newBuilder(dav.uri(0, "/wopi/files/" + WopiTokens.id(FILE))).build();

    assertThat(
            dav.http()
                .send(withoutToken, BodyHandlers.discarding())
                .headers()
                .firstValue("WWW-Authenticate"))
        .hasValue("Bearer");
    assertThat(
            dav.office(0, "ann", "GET contents", FILE, "")
                .headers()
                .firstValue("X-Content-Type-Options"))
        .hasValue("nosniff");
  }

  /** Its length is told before its bytes, so both must be of one version. */
  @Test
  void fileThatIsReplacedAgainAndAgain_isReadAsAWhole() throws Exception {
    SharedFolder folder = SharedFolder.at(dav.folder);
    Path real = dav.folder.resolve(FILE.substring(1));
    Files.writeString(real, " end");
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (int n = 1; !isOver.get(); n++) {
                try {
                  Path next = temporary.resolve("next");
                  Files.writeString(next, "0123456789".repeat(n % 100 * 50) + " end");
                  assertThat(folder.place(next, real, true)).isTrue();
                  Thread.sleep(3);
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
            },
            ThreadPerTask.EXECUTOR);
    for (int n = 0; n < 500; n++) {
      assertThat(dav.office(0, "ann", "GET contents", FILE, "").body()).endsWith(" end");
    }
    isOver.set(true);
    writer.join();
  }

  /** Shows the locks, and removes the file once it is asked for the given time. */
  private static final class Removing implements LockView {
    private final LockView view;
    private final Path file;
    private int left;

    Removing(LockView view, Path file, int left) {
      this.view = view;
      this.file = file;
      this.left = left;
    }

    @Override
    public LockTable now(String account) throws IOException {
      if (--left == 0) {
        Files.delete(file);
      }
      return view.now(account);
    }

    @Override
    public void close() {}
  }

  @Test
  void emptyFileThatIsDeletedMeanwhile_doesNotComeBack() throws Exception {
    Path real = Files.writeString(dav.folder.resolve("docs/new.docx"), "");
    WopiLocks locks =
        new WopiLocks(
            new LockDesk(dav.client, Duration.ZERO),
            new Removing(new FakeLockView(dav.arbiter), real, 1));
    WopiContents contents = new WopiContents(SharedFolder.at(dav.folder), locks);
    String path = "/docs/new.docx";
    WopiFile file = new WopiFile(new WebdavPlace("acme", "ann", path), path, "ann", true, Map.of());

    assertThat(contents.put(file, null, new ByteArrayInputStream(new byte[] {'x'}))).isNull();

    assertThat(real).doesNotExist();
    assertThat(dav.arbiter.locks("acme")).isEmpty();
  }

  @Test
  void fileThatIsDeletedWhileItIsLocked_isNotLocked() throws Exception {
    Path real = dav.folder.resolve(FILE.substring(1));
    try (WebdavServer server =
        WebdavServer.start(
            new ArbiterWebdavServlet(
                dav.client,
                new FakeLockView(dav.arbiter),
                WebdavPlaces.inAccount("acme"),
                SharedFolder.at(dav.folder)),
            new WopiServlet(
                dav.client,
                new Removing(new FakeLockView(dav.arbiter), real, 1),
                dav.tokens,
                SharedFolder.at(dav.folder)),
            dav.folder,
            0,
            /* users= */ null)) {
      HttpRequest lock =
          HttpRequest.newBuilder(
                  URI.create(
                      "http://127.0.0.1:" + server.port() + WopiCases.address("ann", FILE, false)))
              .header("X-WOPI-Override", "LOCK")
              .header("X-WOPI-Lock", "A")
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();

      assertThat(dav.http().send(lock, BodyHandlers.discarding()).statusCode()).isEqualTo(404);
      assertThat(dav.arbiter.locks("acme")).isEmpty();
    }
  }
}
