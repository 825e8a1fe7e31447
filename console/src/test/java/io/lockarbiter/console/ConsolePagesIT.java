package io.lockarbiter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.console.kafka.LogPositions;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;

/** The pages in a browser, upon the model. */
@Needs(OptionalTool.BROWSER)
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class, ConsolePagesIT.MovingPositions.class},
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {"spring.config.name=console", "lockarbiter.console.local-role=operator"})
@ActiveProfiles("without-services")
@DirtiesContext
class ConsolePagesIT {
  private static final String HTML = "<img src=x onerror=document.title='broken'><script>1";
  private static final String TURNED = "invoice\u202Efdp.exe";
  private static final String UNSEEN = "a\u200Bb\u00ADc";
  private static final List<String> SCREENS =
      List.of("tree", "waits", "life", "explain", "partitions", "activity", "timeline");

  private static @Nullable Browser opened;
  private static int accounts;

  @Autowired private ModelArbiter arbiter;
  @Autowired private EventHub hub;
  @Autowired private MovingPositions positions;
  @Autowired private Environment environment;

  private final Browser browser = Objects.requireNonNull(opened);
  private final String account = "acme-" + ++accounts;

  /** Where the arbiters stand in the log, as a test says. */
  @TestConfiguration
  static class MovingPositions {
    private static final LogPositions.Positions WELL =
        new LogPositions.Positions(Map.of(0, new LogPositions.Position(7, 7L, 1_000L)), null);

    private final AtomicReference<LogPositions.Positions> now = new AtomicReference<>(WELL);

    @Bean
    @Primary
    Supplier<LogPositions.Positions> movingPositions() {
      return now::get;
    }
  }

  @BeforeAll
  static void start() {
    opened = new Browser();
  }

  @AfterAll
  static void stop() {
    if (opened != null) {
      opened.close();
    }
  }

  @BeforeEach
  void begin() {
    positions.now.set(MovingPositions.WELL);
    browser.prefer("light");
    browser.size(1280, 800);
  }

  @AfterEach
  void page_complainsOfNothingAndAsksNobodyElse() {
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.strangers(server())).isEmpty();
    assertThat(title()).endsWith("Lock Arbiter console");
  }

  /** An upload holds a file, the deletion of its folder waits for it, another upload for that. */
  private void blockedDeletion() {
    arbiter.acquire(account, account + "-u", "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    arbiter.acquire(account, account + "-d", "mina", Operation.DELETE, "/Projects");
    arbiter.acquire(account, account + "-x", "otto", Operation.UPLOAD, "/Projects/next.pdf");
  }

  @Test
  void keysAlone_leadFromScreenToScreen() {
    blockedDeletion();
    show("tree");
    for (int n = 1; n <= SCREENS.size(); n++) {
      browser.press(String.valueOf(n));
      String expected = "#/" + SCREENS.get(n - 1) + "?account=" + account;
      soon(() -> assertThat(browser.run("return location.hash")).isEqualTo(expected));
      soon(() -> assertThat(browser.text("#tabs [aria-current=page]")).isNotEmpty());
      soon(
          () ->
              assertThat(
                      browser.run(
                          "return"
                              + " document.getElementById('screen').contains(document.activeElement)"))
                  .as("focus within " + expected)
                  .isEqualTo(true));
      browser.press(Keys.ESCAPE);
    }
  }

  @Test
  void waits_sayWhoHoldsUpMost() {
    blockedDeletion();
    show("waits");
    soon(
        () ->
            assertThat(browser.text("#waits"))
                .contains("holds up 2", "goro", "mina", "otto", "/Projects/plan.pdf"));
  }

  @Test
  void explain_saysWhatWouldMeetADeletion() {
    blockedDeletion();
    show("explain", "path=/Projects");
    soon(() -> assertThat(browser.text("#screen")).contains("It would wait", "goro", "below it"));
  }

  @Test
  void partitions_sayStateLagAndRemedyInWords() {
    blockedDeletion();
    show("partitions");
    soon(() -> assertThat(browser.text("#screen")).contains("1 partition, all OK"));
    assertThat(browser.text("[data-partition=\"0\"]")).contains("✓", "OK", "0 ms");
    positions.now.set(
        new LogPositions.Positions(
            Map.of(0, new LogPositions.Position(47, 7L, Long.MAX_VALUE / 2)), null));
    soon(
        () ->
            assertThat(browser.text(".partitions"))
                .contains("▲", "BEHIND", "40", "What to do:", "lockarbiter partitions"));
    assertThat(browser.text("#screen [role=status]")).contains("1 partition: 1 BEHIND");
  }

  @Test
  void lagThatCannotBeKnown_isSaid() {
    blockedDeletion();
    positions.now.set(
        new LogPositions.Positions(
            Map.of(0, new LogPositions.Position(7, null, 1_000L)), "group arbiter: not allowed"));
    show("partitions");
    soon(
        () ->
            assertThat(browser.text(".lag-unknown"))
                .contains("cannot be known", "group arbiter: not allowed", "Describe"));
    assertThat(browser.text("#screen [role=status]")).contains("nothing known against them");
    assertThat(browser.text("[data-partition=\"0\"]")).contains("not known");
  }

  @Test
  void rates_areMeasuredAndDrawn() {
    blockedDeletion();
    show("partitions");
    soon(
        () ->
            assertThat(
                    browser.run(
                        "return document.getElementById('rates').getAttribute('aria-label')"))
                .asString()
                .startsWith("Events a second: now 0"));
    assertThat(
            browser.run(
                "return"
                    + " Chart.getChart(document.getElementById('rates')).data.datasets[0].data.length"))
        .isNotEqualTo(0L);
  }

  @Test
  void activity_tellsWhatIsDecidedAndWhatOperatorsDid() {
    show("activity");
    soon(() -> assertThat(browser.text("#screen")).contains("No such decision lately"));
    blockedDeletion();
    soon(() -> assertThat(rows()).hasSize(3));
    force("device lost");
    soon(
        () ->
            assertThat(browser.text(".forced-strip"))
                .contains("1 end by operators", "FORCED", "by olga: “device lost”", "goro"));
    assertThat(rows().get(1)).contains("FORCED", "by olga: “device lost”");
    assertThat(browser.text("#announcement")).contains("olga", "device lost");
  }

  @Test
  void activityFilters_narrowWhatComesAndWhatCame() {
    blockedDeletion();
    arbiter.renew(account, account + "-u", "goro");
    show("activity");
    soon(() -> assertThat(rows()).hasSize(4));
    browser.type("#search", "otto upload");
    soon(() -> assertThat(rows()).hasSize(1));
    browser.run("document.getElementById('search').value = ''");
    browser.type("#search", " ");
    browser.type("#lock-id", account + "-u");
    soon(() -> assertThat(rows()).hasSize(2).allMatch(row -> row.contains("goro")));
    browser.run(
        "const type = document.getElementById('type'); type.value = 'renewed';"
            + " type.dispatchEvent(new Event('change'))");
    soon(() -> assertThat(rows()).hasSize(1));
    arbiter.renew(account, account + "-u", "goro");
    soon(() -> assertThat(rows()).hasSize(2));
    assertThat(browser.run("return location.hash")).asString().contains("type=renewed", "lockId=");
  }

  @Test
  void pausedActivity_standsStillAndCounts() {
    blockedDeletion();
    show("activity");
    soon(() -> assertThat(rows()).hasSize(3));
    browser.press(" ");
    arbiter.renew(account, account + "-u", "goro");
    soon(() -> assertThat(browser.text("#pause")).isEqualTo("Go on (1 new)"));
    assertThat(rows()).hasSize(3);
    browser.press(" ");
    soon(() -> assertThat(rows()).hasSize(4));
  }

  @Test
  void reset_isAGapInTheActivity() {
    blockedDeletion();
    show("activity");
    soon(() -> assertThat(rows()).hasSize(3));
    hub.restart(0);
    soon(() -> assertThat(rows()).hasSize(4));
    assertThat(rows().get(0)).contains("A gap: what was decided after");
    arbiter.renew(account, account + "-u", "goro");
    soon(() -> assertThat(rows()).hasSize(5));
    assertThat(rows().get(0)).contains("renewed");
  }

  @Test
  void decision_leadsToItsLocksLife() {
    blockedDeletion();
    show("activity");
    soon(() -> assertThat(rows()).hasSize(3));
    browser.press(Keys.ARROW_DOWN, Keys.END, Keys.ENTER);
    soon(() -> assertThat(browser.text("#details")).contains(account + "-u", "Its life"));
    assertThat(browser.run("return document.querySelector('#details a').getAttribute('href')"))
        .isEqualTo("#/life?account=" + account + "&lockId=" + account + "-u");
  }

  @Test
  void timeline_drawsLocksAndFollowsNow() {
    blockedDeletion();
    show("timeline");
    soon(() -> assertThat(drawn()).isEqualTo(3));
    assertThat(Long.parseLong(data("arrows"))).isPositive();
    arbiter.acquire(account, account + "-n", "mina", Operation.DOWNLOAD, "/Other/a.txt");
    soon(() -> assertThat(drawn()).isEqualTo(4));
    String at = data("at");
    soon(() -> assertThat(data("at")).isNotEqualTo(at));
  }

  @Test
  void pausedTimeline_standsStillAndPansByKeys() {
    blockedDeletion();
    show("timeline");
    soon(() -> assertThat(drawn()).isEqualTo(3));
    browser.press(" ");
    soon(() -> assertThat(browser.text("#pause")).isEqualTo("Follow now"));
    browser.press("n");
    soon(() -> assertThat(browser.text("#details")).contains("Lock id"));
    double paused = Double.parseDouble(data("at"));
    browser.press(Keys.ARROW_LEFT);
    soon(() -> assertThat(Double.parseDouble(data("at"))).isLessThan(paused));
    browser.press(" ");
    soon(() -> assertThat(Double.parseDouble(data("at"))).isGreaterThan(paused));
  }

  @Test
  void timeline_isATableToo() {
    blockedDeletion();
    show("timeline");
    soon(() -> assertThat(drawn()).isEqualTo(3));
    assertThat(browser.run("return document.getElementById('lanes').getAttribute('aria-label')"))
        .asString()
        .startsWith("3 locks in 3 lanes");
    browser.press("t");
    soon(
        () ->
            assertThat(browser.text("#table"))
                .contains("3 locks", "goro", "held", "mina", "waits", "/Projects/plan.pdf"));
    browser.press("t");
    soon(() -> assertThat(browser.text("#table")).isEmpty());
  }

  @Test
  void hostileNames_areShownAndNeverMarkup() {
    String deep = "/" + String.join("/", Collections.nCopies(20, "d".repeat(190)));
    arbiter.acquire(
        account, account + "-1", TURNED, Operation.UPLOAD, "/" + HTML.replace('/', '|'));
    arbiter.acquire(account, account + "-2", HTML, Operation.UPLOAD, "/" + TURNED);
    arbiter.acquire(account, account + "-3", UNSEEN, Operation.UPLOAD, deep);
    arbiter.acquire(account, account + "-4", TURNED, Operation.DELETE, "/");
    force("<b>\u202Ereason</b>");
    for (String screen : List.of("tree", "waits", "activity", "timeline")) {
      show(screen);
      if (screen.equals("timeline")) {
        soon(() -> assertThat(drawn()).isPositive());
        browser.press("t");
      }
      soon(() -> assertThat(browser.text("#screen")).contains("⟨U+202E⟩"));
      assertThat(browser.text("#screen")).doesNotContain("\u202E", "\u200B");
      assertThat(browser.run("return document.querySelectorAll('#screen img, #screen b').length"))
          .isEqualTo(0L);
      assertThat(overflow()).as("wider than the window: " + screen).isNotPositive();
    }
    show("activity");
    soon(() -> assertThat(browser.text(".forced-strip")).contains("<b>⟨U+202E⟩reason</b>"));
  }

  @Test
  void narrowWindow_losesNothingAtItsEdge() {
    blockedDeletion();
    force("device lost");
    browser.size(400, 800);
    for (String screen : SCREENS) {
      show(screen);
      soon(() -> assertThat(browser.text("#screen")).isNotEmpty());
      soon(() -> assertThat(overflow()).as("wider than the window: " + screen).isNotPositive());
    }
    show("partitions");
    soon(() -> assertThat(browser.text("[data-partition=\"0\"]")).contains("OK"));
    assertThat(
            browser.run(
                "return getComputedStyle(document.querySelector('[data-name]'),"
                    + " '::before').content"))
        .asString()
        .contains("Commands behind");
  }

  @Test
  void dark_isAnotherPictureOfTheSame() {
    blockedDeletion();
    show("timeline");
    soon(() -> assertThat(drawn()).isEqualTo(3));
    String ground = ground();
    String surface = surface();
    browser.prefer("dark");
    soon(() -> assertThat(surface()).isNotEqualTo(surface));
    assertThat(ground()).isNotEqualTo(ground);
    soon(() -> assertThat(drawn()).isEqualTo(3));
  }

  private void force(String reason) {
    arbiter.decide(
        new ForceRelease(
            "force-" + arbiter.seq(),
            account,
            new Owner("olga", null),
            null,
            account + (reason.startsWith("<") ? "-1" : "-u"),
            reason));
    arbiter.publish();
  }

  private void show(String screen, String... parameters) {
    StringBuilder address =
        new StringBuilder(server())
            .append("/#/")
            .append(screen)
            .append("?account=")
            .append(URLEncoder.encode(account, StandardCharsets.UTF_8));
    for (String parameter : parameters) {
      address.append('&').append(parameter);
    }
    browser.open("about:blank");
    browser.open(address.toString());
    soon(() -> assertThat(browser.text("#tabs")).contains("Timeline"));
  }

  private String server() {
    return "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port");
  }

  private static void soon(ThrowingRunnable assertion) {
    await()
        .atMost(Duration.ofSeconds(15))
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(assertion);
  }

  /** Rows of the activity in sight, the latest first. */
  private List<String> rows() {
    return ((List<?>)
            Objects.requireNonNull(
                browser.run(
                    "return [...document.querySelectorAll('#activity .row')].map(row =>"
                        + " row.textContent)")))
        .stream().map(String::valueOf).toList();
  }

  private long drawn() {
    String drawn = data("drawn");
    return drawn.isEmpty() ? 0 : Long.parseLong(drawn);
  }

  private String data(String name) {
    return String.valueOf(
        browser.run("return document.getElementById('lanes')?.dataset." + name + " ?? ''"));
  }

  private long overflow() {
    return (Long)
        Objects.requireNonNull(
            browser.run(
                "return document.documentElement.scrollWidth -"
                    + " document.documentElement.clientWidth"));
  }

  /** What the painter paints with. */
  private String surface() {
    return String.valueOf(browser.run("return painter.colour('surface')"));
  }

  private String ground() {
    return String.valueOf(browser.run("return getComputedStyle(document.body).backgroundColor"));
  }

  private String title() {
    return String.valueOf(browser.run("return document.title"));
  }
}
