package io.lockarbiter.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.Browser;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Opens the page in a browser, with 10,000 locks. */
@Needs(OptionalTool.BROWSER)
@EveryFifthDay
class TimelinePageIT {
  /** Script that finds the place where a pointer meets a lock; the page itself does not tell it. */
  private static final String PLACE =
      """
      const canvas = document.getElementById('lanes'), box = canvas.getBoundingClientRect();
      for (let y = box.top + 34; y < box.bottom; y += 4) {
        for (let x = box.left + 10; x < box.right; x += 3) {
          canvas.dispatchEvent(new MouseEvent('mousemove', { clientX: x, clientY: y }));
          if (document.getElementById('tooltip').hidden) continue;
          canvas.dispatchEvent(new MouseEvent('mouseleave'));
          return [x, y];
        }
      }
      return null;
      """;

  @TempDir static Path folder;

  private static Path page = Path.of("");
  private static Path emptyPage = Path.of("");
  private static @Nullable Browser opened;

  private final Browser browser = Objects.requireNonNull(opened);

  @BeforeAll
  static void start() throws IOException {
    Path records = OfficeHistory.of(7, 10_000).write(folder.resolve("records.jsonl"));
    page = folder.resolve("timeline.html");
    emptyPage = folder.resolve("empty.html");
    assertThat(AuditRun.of("timeline", records, "--html", page).code()).isZero();
    assertThat(AuditRun.of("timeline", records, "--html", emptyPage, "--account", "nobody").code())
        .isEqualTo(1);
    opened = new Browser();
  }

  @AfterAll
  static void stop() {
    if (opened != null) {
      opened.close();
    }
  }

  @BeforeEach
  void open() {
    browser.prefer("light");
    browser.open(page.toUri().toString());
    awaitDrawn();
  }

  @AfterEach
  void page_complainsOfNothingAndAsksForNothing() {
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.strangers("file:")).isEmpty();
    assertThat(browser.run("return document.title")).isEqualTo("Timeline – Lock Arbiter");
  }

  @Test
  void tenThousandLocks_showWithinSecondsAndStayFluid() {
    Object readyMs =
        Objects.requireNonNull(
            browser.run(
                "return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"));
    assertThat(((Number) readyMs).doubleValue()).isLessThan(5_000);
    assertThat(browser.text("#summary"))
        .isEqualTo(
            "10,000 locks · 2 accounts · 18 sub-accounts · 20 Nov 2026, 08:00:00 – 09:56:38 UTC");
    assertThat(drawn()).isGreaterThan(500);
    assertThat(Double.parseDouble(data("paintMs"))).isLessThan(500);
  }

  @Test
  void onlyWhatIsInView_isDrawn() {
    long all = drawn();
    assertThat(all).isLessThan(6_000);
    browser.zoom("#lanes", -600);
    await().untilAsserted(() -> assertThat(drawn()).isLessThan(all / 4));
    browser.click("#zoom-fit");
    await().untilAsserted(() -> assertThat(drawn()).isEqualTo(all));
  }

  @Test
  void search_narrows() {
    browser.type("#search", "lock-4711");
    assertThat(browser.text("#found")).isEqualTo("1 of 10,000 locks · 1 lane");
    await().untilAsserted(() -> assertThat(drawn()).isEqualTo(1));
    browser.click("#clear");
    await().untilAsserted(() -> assertThat(browser.text("#found")).isEqualTo("40 lanes"));
  }

  @Test
  void filters_narrowTogether() {
    browser.run(
        """
        const set = (id, value) => {
          const field = document.getElementById(id);
          field.value = value;
          field.dispatchEvent(new Event('input', { bubbles: true }));
        };
        set('under', '/Projects');
        set('account', 'acme');
        set('sub-account', 'goro');
        set('outcome', 'WAIT_TIMEOUT');
        """);
    Object expected =
        browser.run(
            """
            return lives.locks.filter(lock => lock.account === 'acme' && lock.subAccount === 'goro'
              && lock.end?.reason === 'WAIT_TIMEOUT'
              && lock.targets.some(target => target.path.startsWith('/Projects/'))).length
            """);
    assertThat(expected).isNotEqualTo(0L);
    assertThat(browser.text("#found")).startsWith(expected + " of 10,000 locks");
    browser.click("#modes button:nth-child(3)");
    Object withoutPut = browser.text("#found");
    assertThat(withoutPut).isNotEqualTo(expected + " of 10,000 locks");
  }

  @Test
  void nothingFound_isSaid() {
    browser.type("#search", "no such thing");
    assertThat(browser.text("#empty")).contains("No lock matches", "Clear filters");
    browser.click("#empty button");
    await().untilAsserted(() -> assertThat(browser.text("#found")).isEqualTo("40 lanes"));
  }

  @Test
  void tooltip_showsTheLockUnderThePointer() {
    browser.type("#search", "lock-4711");
    List<?> place = (List<?>) Objects.requireNonNull(browser.run(PLACE));
    assertThat(browser.run("return document.getElementById('tooltip').hidden")).isEqualTo(true);
    browser.pointAt(number(place.get(0)), number(place.get(1)));
    Map<?, ?> lock =
        (Map<?, ?>)
            Objects.requireNonNull(
                browser.run(
                    "const l = lives.locks.find(lock => lock.lockId.endsWith('lock-4711'));"
                        + " return { id: l.lockId, who: l.who, operation: l.operation, path: l.path, agent: l.attributes.agent, outcome: l.outcome }"));
    assertThat(browser.text("#tooltip"))
        .contains(lock.values().stream().map(String::valueOf).toArray(String[]::new))
        .contains("Asked", "Lease", "Partition");
  }

  @Test
  void choosing_keepsTheLockOpenAndLeadsToItsBlocker() {
    browser.run(
        """
        const field = document.getElementById('search');
        field.value = lives.locks.find(lock => lock.waited && lives.blockers(lock).length > 0).lockId;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        document.getElementById('lanes').focus();
        """);
    browser.press("n");
    assertThat(browser.text("#details")).contains("Waited for");
    assertThat(browser.run("return document.getElementById('announcement').textContent"))
        .asString()
        .contains("waited");
    Object blocker =
        browser.run(
            "return lives.blockers(lives.locks.find(lock => lock.waited && lives.blockers(lock).length > 0))[0].lockId");
    browser.click("#details .link");
    await()
        .untilAsserted(
            () -> assertThat(browser.text("#details")).contains(String.valueOf(blocker)));
    browser.press(Keys.ESCAPE);
    assertThat(browser.run("return document.getElementById('details').hidden")).isEqualTo(true);
  }

  @Test
  void arrows_leadFromWaiterToBlockerWhereBothAreShown() {
    String waiter =
        String.valueOf(
            browser.run(
                "return lives.locks.find(lock => lock.waited && lives.blockers(lock).length === 1).lockId"));
    browser.type("#search", waiter);
    await().untilAsserted(() -> assertThat(drawn()).isBetween(1L, 2L));
    assertThat(data("arrows")).isEqualTo("0");
    browser.run(
        "lives.blockers(lives.locks.find(lock => lock.lockId === '"
            + waiter
            + "'))[0].haystack += '"
            + waiter
            + "'");
    browser.type("#search", " ");
    await().untilAsserted(() -> assertThat(drawn()).isGreaterThan(1));
    assertThat(Integer.parseInt(data("arrows"))).isPositive();
  }

  @Test
  void lanes_arePathsFoldersOrSubAccounts() {
    browser.click("[data-lanes=subAccount]");
    assertThat(browser.text("#found")).isEqualTo("18 lanes");
    browser.click("[data-lanes=path]");
    Object paths =
        browser.run(
            "return new Set(lives.locks.flatMap(l => l.targets.map(t => l.account + ' ' + t.path))).size");
    assertThat(browser.text("#found").replace(",", "")).isEqualTo(paths + " lanes");
  }

  @Test
  void names_areNeverMarkupNorTurnTheLineRound() {
    assertThat(browser.run("return document.scripts.length")).isEqualTo(3L);
    browser.type("#search", "document.title=");
    browser.click("#lanes");
    browser.press("n");
    assertThat(browser.text("#details")).contains("script>document.title='broken'<");
    browser.click("#clear");
    browser.type("#search", "fdp.exe");
    browser.click("#lanes");
    browser.press("n");
    assertThat(browser.text("#details")).contains("invoice⟨U+202E⟩fdp.exe");
  }

  @Test
  void dark_isAnotherPicture() {
    Object light = picture();
    browser.prefer("dark");
    await().untilAsserted(() -> assertThat(picture()).isNotEqualTo(light));
    assertThat(browser.run("return document.documentElement.dataset.theme")).isEqualTo("dark");
    browser.click("[data-theme-choice=light]");
    await().untilAsserted(() -> assertThat(picture()).isEqualTo(light));
    browser.click("[data-theme-choice=auto]");
    assertThat(browser.run("return document.documentElement.dataset.theme")).isEqualTo("dark");
  }

  @Test
  void emptyHistory_isSaid() {
    browser.open(emptyPage.toUri().toString());
    assertThat(browser.text("#empty")).contains("No locks here");
    assertThat(browser.text("#summary")).isEqualTo("account nobody");
  }

  private void awaitDrawn() {
    await().atMost(Duration.ofSeconds(60)).until(() -> !data("drawn").isEmpty());
  }

  private long drawn() {
    return Long.parseLong(data("drawn"));
  }

  private String data(String name) {
    return String.valueOf(
        browser.run("return document.getElementById('lanes').dataset." + name + " ?? ''"));
  }

  private @Nullable Object picture() {
    return browser.run("return document.getElementById('lanes').toDataURL()");
  }

  private static double number(@Nullable Object value) {
    return ((Number) Objects.requireNonNull(value)).doubleValue();
  }
}
