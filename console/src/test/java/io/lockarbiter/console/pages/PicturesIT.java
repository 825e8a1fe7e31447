package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.kafka.LogPositions;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/**
 * The pictures of the READMEs show what stands below them. {@code ./test PicturesIT
 * -Dlockarbiter.pictures=../docs/images} takes them anew.
 */
@Tag("nightly")
class PicturesIT extends ConsolePage {
  private static final String ACCOUNT = "contoso";
  private static final List<String> FILES =
      List.of(
          "/docs/2025/report.pdf",
          "/docs/2025/offer.docx",
          "/music/intro.wav",
          "/photos/2024/harbour.jpg",
          "/photos/2024/boat.jpg",
          "/shared/minutes.txt");
  private static final List<String> PEOPLE = List.of("carl", "dora", "ed", "eve", "fay", "gus");

  /** The console of this test has one partition, which stands; its answer gets five that do not. */
  private static final String SIX_PARTITIONS =
      """
      const ask = globalThis.fetch;
      globalThis.fetch = async (address, options) => {
        const answer = await ask(address, options);
        if (!String(address).startsWith('/api/partitions')) return answer;
        const told = await answer.json();
        const well = n => {
          const decided = 48_000 + 3_100 * n + Math.floor(performance.now() / (60 + 10 * n));
          return { partition: n, state: 'OK', owned: true, lag: 0, lagMs: 0, seq: decided + 907, appliedOffset: decided, at: told.now - 300 * n, rate: 0 };
        };
        return Response.json({ ...told, partitions: [...told.partitions, ...[1, 2, 3, 4, 5].map(well)] });
      };""";

  private final Looks looks = new Looks();

  private void acquire(
      String id,
      String subAccount,
      @Nullable String session,
      Operation operation,
      String path,
      Map<String, String> attributes) {
    Owner owner = new Owner(subAccount, session);
    arbiter.acquire(ACCOUNT, id, owner, operation, path, 600_000, 600_000, attributes);
  }

  private void acquire(String id, String subAccount, Operation operation, String path) {
    acquire(id, subAccount, null, operation, path, Map.of());
  }

  /** Some minutes of other members' work, so that the timeline has a past. */
  private void playThePast() {
    Random random = new Random(7);
    int most = 40;
    String[] owners = new String[most];
    for (int n = 0; n < most + 5; n++) {
      if (n < most) {
        owners[n] = PEOPLE.get(random.nextInt(PEOPLE.size()));
        Operation operation = random.nextInt(3) == 0 ? Operation.DOWNLOAD : Operation.UPLOAD;
        acquire("t" + n, owners[n], operation, FILES.get(random.nextInt(FILES.size())));
      }
      arbiter.pass(Duration.ofMillis(2_000 + random.nextInt(4_500)));
      if (n >= 5) {
        arbiter.release(ACCOUNT, "t" + (n - 5), owners[n - 5]);
      }
    }
  }

  private void playThePresent() {
    acquire(
        "up-1",
        "ann",
        "laptop",
        Operation.UPLOAD,
        "/docs/2026/plan.pdf",
        Map.of("device", "ann-laptop"));
    acquire("cat", "carl", "phone", Operation.UPLOAD, "/photos/cat.jpg", Map.of());
    acquire("eve-1", "eve", Operation.DOWNLOAD, "/photos/new");
    arbiter.pass(Duration.ofSeconds(4));
    acquire("del-1", "bob", Operation.DELETE, "/docs");
    arbiter.pass(Duration.ofSeconds(6));
    acquire("dora-1", "dora", Operation.UPLOAD, "/docs/budget.xlsx");
    acquire("ed-1", "ed", Operation.UPLOAD, "/docs/2026/plan.pdf");
    arbiter.pass(Duration.ofSeconds(10));
    acquire("fay-1", "fay", Operation.DELETE, "/photos");
    arbiter.pass(Duration.ofSeconds(46));
    arbiter.acquire("globex", "g", "gus", Operation.UPLOAD, "/a");
  }

  private void open(int height, String screen, String more) {
    browser.size(1280, height);
    browser.open("about:blank");
    browser.open(visitor.server() + "/#/" + screen + "?account=" + ACCOUNT + more);
    shows("#live", "live", "UTC");
  }

  private void picture(String name) {
    assertThat(looks.cut(browser)).as("cut off: " + name).isEmpty();
    assertThat(looks.overflow(browser)).as("wider than the window: " + name).isNotPositive();
    looks.picture(browser, "console-" + name);
  }

  @Test
  void pictures_showWhatStandsBelowThem() {
    long begin = 1_795_530_000_000L;
    arbiter.pass(Duration.ofMillis(Math.max(0, begin - arbiter.at())));
    arbiter.decide(SettingsChange.NOTHING.with(Setting.RULES, Settings.NEWEST_RULES));
    playThePast();
    playThePresent();

    open(640, "tree", "&path=/docs");
    shows("#hottest", "/docs", "3 waiting");
    shows("#tree", "2026", "budget.xlsx", "bob");
    picture("tree");
    open(640, "explain", "&operation=DELETE&path=/docs");
    shows("#screen", "It would wait.", "/docs/2026/plan.pdf", "ann");
    picture("explain");
    open(832, "timeline", "");
    soon(
        () ->
            assertThat(
                    Long.parseLong(string("document.getElementById('lanes').dataset.arrows ?? 0")))
                .isGreaterThan(5));
    picture("timeline");

    askAnn();
    picture("waits");
    open(656, "waits", "&by=waiter");
    shows("#waits", "1 lock and 1 request in its way", "2 locks in its way");
    picture("waiters");
    forceAnns();
    open(800, "activity", "");
    shows(".forced-strip", "1 end by force", "ann's laptop is lost");
    browser.press(Keys.HOME, Keys.ARROW_DOWN, Keys.ENTER);
    shows("#details", "up-1", "released FORCED");
    picture("activity");
    open(640, "life", "&lockId=up-1");
    shows("#screen", "asked to let go", "released FORCED", "by olga: “ann's laptop is lost”");
    picture("life");
    checkOuts();
    partitions();
  }

  private void checkOut(String subAccount, String path, int days, String note) {
    arbiter.checkOut(
        ACCOUNT, "out-" + path, new Owner(subAccount, null), path, Duration.ofDays(days), note);
  }

  private void checkOuts() {
    arbiter.pass(Duration.ofHours(1));
    checkOut("gus", "/docs/2026/contract.docx", 30, "at the lawyer's until she has signed");
    arbiter.pass(Duration.ofDays(5));
    checkOut("ann", "/docs/2026/budget.xlsx", 14, "with the auditors");
    arbiter.pass(Duration.ofHours(50));
    checkOut("ed", "/photos/2024/boat.jpg", 7, "");
    arbiter.pass(Duration.ofHours(3));
    checkOut("ann", "/docs/2026/plan.docx", 7, "back on Monday");
    acquire("bob-1", "bob", Operation.UPLOAD, "/docs/2026/plan.docx");
    arbiter.pass(Duration.ofMinutes(4));
    open(640, "check-outs", "");
    shows("#screen .found", "4 check-outs");
    browser.press(Keys.HOME, Keys.END, Keys.ENTER);
    shows("#details", "back on Monday", "1 request would be granted");
    picture("check-outs");
  }

  private void partitions() {
    positions.set(
        new LogPositions.Position(
            0L, Long.MAX_VALUE / 2, Long.MAX_VALUE / 2 - 40, arbiter.at() + 9_000, true),
        null);
    arbiter.pass(Duration.ofSeconds(12));
    browser.beforeEachPage(SIX_PARTITIONS);
    try {
      open(640, "partitions", "");
      shows("#screen", "6 partitions: 1 BEHIND", "stands for", "What to do:");
      soon(() -> assertThat(browser.text("#screen")).doesNotContain("measuring"));
      soon(
          () ->
              assertThat(
                      Long.parseLong(
                          string(
                              "Chart.getChart(document.getElementById('rates'))?.data.datasets[0].data.length ?? 0")))
                  .isGreaterThan(2));
      picture("partitions");
    } finally {
      browser.beforeEachPage("");
      positions.well();
    }
  }

  private void askAnn() {
    open(640, "waits", "");
    shows("#waits", "holds up 3", "ann");
    browser.press(Keys.HOME, Keys.ENTER);
    shows("#details", "ann-laptop", "1 request would be granted");
    browser.press("y");
    shows("#dialog", "Ask to let go of this lock?");
    browser.press("bob has to delete the folder", Keys.ENTER);
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#details", "Asked to let go", "by olga: “bob has to delete the folder”");
    soon(() -> assertThat(browser.text("#dialog")).isEmpty());
  }

  private void forceAnns() {
    open(800, "waits", "");
    shows("#waits", "holds up 3", "ann");
    browser.press(Keys.HOME, Keys.ENTER);
    shows("#details", "1 request would be granted");
    browser.press("f");
    shows("#dialog", "1 request would be granted.", "bob");
    browser.press("ann's laptop is lost");
    picture("force");
    arbiter.pass(Duration.ofSeconds(12));
    browser.press(Keys.ENTER);
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#force-verdict", "Done: it is free, released FORCED.", "bob");
    browser.press(Keys.ESCAPE);
  }
}
