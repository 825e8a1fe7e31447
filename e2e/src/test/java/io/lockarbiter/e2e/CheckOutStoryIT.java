package io.lockarbiter.e2e;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.YieldResult;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Browser;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.embedded.server.EmbeddedConsole;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.JavascriptException;
import org.openqa.selenium.Keys;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import picocli.CommandLine;

/**
 * The story of docs/STORY.md on Kafka, Redis and the console: a file is checked out for a week,
 * wanted by another member, asked for and handed over. {@code ./test CheckOutStoryIT
 * -Dlockarbiter.pictures=../docs/images} takes its pictures anew.
 */
@Cluster
@Needs(OptionalTool.BROWSER)
class CheckOutStoryIT {
  private static final String ACCOUNT = "acme";
  private static final String PLAN = "/plans/tower.dwg";
  private static final String PASSWORD = "secret of ana";
  private static final String ANAS_NOTE = "on site with it, back on Friday";
  private static final String WISH = "the client wants the roof changed today";
  private static final String BENS_NOTE = "from ana: the roof, until Friday";
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Owner BEN = new Owner("ben", null);

  @TempDir private Path folder;

  private Deployment deployment;
  private EmbeddedConsole console;
  private Browser browser;
  private LockClient anas;
  private LockClient bens;

  @BeforeEach
  void start(Deployment started) throws Exception {
    deployment = started.withPartitions(1);
    deployment.arbiter().awaitHealthy();
    console = EmbeddedConsole.start(deployment.infrastructure(), 0, consoleOfAna());
    browser = new Browser();
    anas = KafkaLockClient.open(deployment.clientOptions());
    bens = KafkaLockClient.open(deployment.clientOptions());
  }

  @AfterEach
  void close() throws Exception {
    try (Deployment ends = deployment;
        EmbeddedConsole page = console;
        Browser window = browser;
        LockClient her = anas;
        LockClient his = bens) {
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void checkOut_isAskedForAndChangesHands() {
    logIn();
    CheckOut plan =
        anas.checkOut(LockRequest.checkOut(ACCOUNT, "ana", PLAN), WEEK, ANAS_NOTE).join();
    others();
    isListed(plan);
    isRefusedAndReadsTheNote();
    bensRequestIsExplained();
    asks(plan);
    String bensId = handsOver(plan);
    hasIt(bensId);
    lives(plan.lockId(), bensId);
    CleanHistory.check(deployment);
  }

  private Map<String, String> consoleOfAna() throws Exception {
    Path users = folder.resolve("users");
    String hash = new BCryptPasswordEncoder(4).encode(PASSWORD);
    Files.write(users, List.of("ana:" + hash + ":operator:" + ACCOUNT));
    Map<String, String> settings = new HashMap<>();
    settings.put("lockarbiter.deployment", deployment.name());
    settings.put("lockarbiter.topics.prefix", deployment.prefix());
    settings.put("lockarbiter.console.users-file", users.toString());
    return settings;
  }

  private void logIn() {
    browser.size(1280, 560);
    browser.open(console.address() + "/login.html");
    soon(() -> assertThat(browser.text("#login")).isNotEmpty());
    browser.type("[name=username]", "ana");
    browser.type("[name=password]", PASSWORD);
    browser.press(Keys.ENTER);
    shows("#who", "ana");
  }

  /** Two more, so that a list has an order. */
  private void others() {
    anas.checkOut(LockRequest.checkOut(ACCOUNT, "carl", "/plans/bridge.dwg"), WEEK, "new pillars")
        .join();
    anas.checkOut(LockRequest.checkOut(ACCOUNT, "ana", "/letters"), WEEK, null).join();
  }

  private void isListed(CheckOut plan) {
    show("check-outs", "&lock=" + plan.lockId());
    shows("#screen .found", "3 check-outs");
    shows("#details", PLAN, "ana", ANAS_NOTE, "Nobody waits for it.", "Hand over …");
    picture("1-checked-out");
  }

  private void isRefusedAndReadsTheNote() {
    assertThat(bens.acquireAsync(LockRequest.upload(ACCOUNT, "ben", PLAN)))
        .failsWithin(LIMIT)
        .withThrowableThat()
        .withCauseInstanceOf(LockRefusedException.class)
        .withMessageContaining(ANAS_NOTE);
  }

  private void bensRequestIsExplained() {
    show("explain", "&operation=UPLOAD&subAccount=ben&path=" + PLAN);
    shows("#screen", "It would wait.", "ana", "CHECK_OUT", "the same path", ANAS_NOTE);
    picture("2-refused");
    show("activity", "");
    shows("#activity", "rejected CONFLICT", "behind ana: “" + ANAS_NOTE + "”");
  }

  private void asks(CheckOut plan) {
    assertThat(bens.askToYield(ACCOUNT, plan.lockId(), BEN, null, WISH).join())
        .isInstanceOf(YieldResult.Asked.class);
    show("check-outs", "&lock=" + plan.lockId());
    shows("#check-outs .row.chosen", "asked for by ben");
    shows("#asked", "by ben: “" + WISH + "”", "No answer yet.");
    picture("3-asked-for");
  }

  private String handsOver(CheckOut plan) {
    browser.click("#hand-over");
    shows("#dialog", "Hand this check-out over?", "for another 7 d");
    browser.press("ben", Keys.TAB);
    browser.run("document.getElementById('reason').select()");
    browser.press(BENS_NOTE);
    picture("4-hand-over");
    browser.press(Keys.ENTER);
    shows("#hand-over-verdict", "Done: ben has it, granted");
    browser.press(Keys.ENTER);
    shows("#details", "ben", BENS_NOTE, "Replaces", plan.lockId());
    shows("#check-outs .row.chosen", "ben", "“" + BENS_NOTE + "”");
    picture("5-handed-over");
    return String.valueOf(
        browser.run("return decodeURIComponent(location.hash.match(/lock=([^&]*)/)[1])"));
  }

  /** Ben extends it and uploads under it; Ana is refused now, and reads his note. */
  private void hasIt(String lockId) {
    assertThat(bens.checkedOut(ACCOUNT, lockId, BEN).extend()).succeedsWithin(LIMIT);
    bens.acquireAsync(LockRequest.upload(ACCOUNT, "ben", PLAN)).join().close();
    assertThat(anas.acquireAsync(LockRequest.upload(ACCOUNT, "ana", PLAN)))
        .failsWithin(LIMIT)
        .withThrowableThat()
        .withMessageContaining(BENS_NOTE);
  }

  private void lives(String anasId, String bensId) {
    browser.size(1280, 640);
    show("life", "&lockId=" + anasId);
    shows(
        "#screen",
        ANAS_NOTE,
        "asked to let go",
        "by ben: “" + WISH + "”",
        "released REPLACED",
        "replaced by lock " + bensId + " of ben");
    shows("#asked", "It was replaced by a lock of ben.");
    picture("6-anas-life");
    browser.click("#screen .events li:last-child .link");
    shows("#screen", BENS_NOTE, "in the place of lock " + anasId + " of ana", "renewed");
    picture("7-bens-life");
    assertThat(auditOf(anasId))
        .contains(
            "note: " + ANAS_NOTE,
            "asked to let go by ben: " + WISH,
            "released REPLACED",
            "lockId " + bensId + " of ben");
    assertThat(auditOf(bensId)).contains("replaces lockId " + anasId + " of ana", BENS_NOTE);
  }

  private String auditOf(String lockId) {
    StringWriter out = new StringWriter();
    CommandLine command = LockArbiterCommand.commandLine(StopSignal.never());
    command.setOut(new PrintWriter(out, true));
    assertThat(
            command.execute(
                "audit",
                "lock",
                lockId,
                "--kafka=" + deployment.brokers(),
                "--prefix=" + deployment.prefix()))
        .isZero();
    return out.toString();
  }

  private void show(String screen, String more) {
    browser.open("about:blank");
    browser.open(console.address() + "/#/" + screen + "?account=" + ACCOUNT + more);
    shows("#live", "live", "UTC");
  }

  private void shows(String selector, String... words) {
    soon(() -> assertThat(browser.text(selector)).contains(words));
  }

  private static void soon(ThrowingRunnable assertion) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        // An element that a script reads may not be there yet.
        .ignoreException(JavascriptException.class)
        .untilAsserted(assertion);
  }

  private void picture(String name) {
    String pictures = System.getProperty("lockarbiter.pictures");
    if (pictures != null) {
      browser.picture(Path.of(pictures, "story-" + name + ".png"));
    }
  }
}
