package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Seeds;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;

/** Rows stay where they are while somebody looks at them. */
class SteadyIT extends ConsolePage {
  private static final String SESSION = "5f0c2f0e-8e0d-4f34-9d5d-0d6f3f1f2a77";

  /** The last row that is in sight, perhaps in part. */
  private static final String LAST =
      """
      [...document.querySelectorAll('#screen .row')].findLast(row => row.getBoundingClientRect().top + 10 < document.querySelector('#screen .list').getBoundingClientRect().bottom)""";

  private static final String MIDDLE =
      """
      [...document.querySelectorAll('#screen .row')].find(row => row.getBoundingClientRect().bottom > (box => box.top + box.height / 2)(document.querySelector('#screen .list').getBoundingClientRect()))""";

  /** Whether another element lies over the upper edge of the chosen row. */
  private static final String COVERED =
      """
      (box => document.elementFromPoint(box.left + 40, box.top + 8)?.closest('.row') !== document.querySelector('.row.chosen'))(document.querySelector('.row.chosen').getBoundingClientRect())""";

  private static final Owner MINA = new Owner("mina", null);

  @BeforeEach
  void letTimePass() {
    endWhatIsLeft();
  }

  /** Returns the places of all rows of the page, and of their parts, except figures. */
  private Map<String, List<Double>> drawn() {
    return places("true");
  }

  /**
   * Returns the places of the rows of which a pixel or more is in sight. In a low window that may
   * be the chosen row alone, and not the whole of it.
   */
  private Map<String, List<Double>> inSight() {
    return places(
        "row.getBoundingClientRect().top <= list.bottom - 1 && row.getBoundingClientRect().bottom >= list.top + 1");
  }

  private Map<String, List<Double>> places(String isWanted) {
    Map<String, List<Double>> places = new LinkedHashMap<>();
    for (String place :
        strings(
            """
            const list = document.querySelector('#screen .list').getBoundingClientRect();
            return [...document.querySelectorAll('#screen .row')].filter(row => %s)
              .flatMap(row => [row, ...row.querySelectorAll('.name, .chip, .who-text, .op')].map((one, n) => {
                const box = one.getBoundingClientRect();
                return [row.dataset.index, n, box.left, box.top, box.height, one === row ? '' : one.textContent].join('\\t');
              }))"""
                .formatted(isWanted))) {
      String[] parts = place.split("\t", -1);
      places.put(
          parts[0] + " " + parts[1] + " " + parts[5],
          Stream.of(parts).skip(2).limit(3).map(Double::valueOf).toList());
    }
    assertThat(places).isNotEmpty();
    return places;
  }

  private void assertStay(Map<String, List<Double>> before, String when) {
    inSight()
        .forEach(
            (part, place) -> {
              assertThat(before).as(when).containsKey(part);
              for (int n = 0; n < place.size(); n++) {
                assertThat(place.get(n))
                    .as(when + " " + part)
                    .isCloseTo(Objects.requireNonNull(before.get(part)).get(n), within(0.5));
              }
            });
  }

  @ParameterizedTest
  @MethodSource("someWidths")
  void choosingARow_movesNothing(int width) {
    assertChoosingMovesNothing(width);
  }

  @ParameterizedTest
  @MethodSource("widths")
  @Tag("nightly")
  void choosingARowInEachWidth_movesNothing(int width) {
    assertChoosingMovesNothing(width);
  }

  private static Stream<Integer> someWidths() {
    return Seeds.some(1, widths());
  }

  private static List<Integer> widths() {
    return List.of(1440, 1024, 800, 360);
  }

  private void assertChoosingMovesNothing(int width) {
    browser.size(width, 800);
    String path = "/Projects/Harbour/plans/2026/ground floor.dwg";
    arbiter.acquire(account, id("u"), new Owner("goro", SESSION), Operation.UPLOAD, path);
    arbiter.acquire(account, id("d"), "mina", Operation.DELETE, "/Projects");
    for (String screen : List.of("waits", "tree", "activity")) {
      show(screen, screen.equals("tree") ? "path=/Projects/Harbour/plans/2026" : "");
      shows("#screen", "ground floor");
      shows("#live", "live");
      Map<String, List<Double>> before = drawn();
      browser.press(Keys.HOME);
      if (screen.equals("tree")) {
        browser.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
      } else {
        browser.press(Keys.ENTER);
      }
      shows("#details", "Lock id");
      assertStay(before, screen);
    }
  }

  /**
   * The pane that opens must not cover the row, and the row must not move out of its way: in a
   * narrow window the pane takes the upper half then.
   */
  @ParameterizedTest
  @MethodSource("someWindows")
  void choosingTheLastRowInSight_movesNothing(Dimension window) {
    assertChoosingTheLastMovesNothing(window);
  }

  @ParameterizedTest
  @MethodSource("windows")
  @Tag("nightly")
  void choosingTheLastRowInEachWindow_movesNothing(Dimension window) {
    assertChoosingTheLastMovesNothing(window);
  }

  private static Stream<Dimension> someWindows() {
    return Seeds.some(2, windows());
  }

  private static List<Dimension> windows() {
    return List.of(
        new Dimension(1440, 800),
        new Dimension(1024, 700),
        new Dimension(800, 700),
        new Dimension(360, 740),
        new Dimension(800, 500),
        new Dimension(800, 300));
  }

  private void assertChoosingTheLastMovesNothing(Dimension window) {
    browser.size(window.width, window.height);
    manyRows();
    for (String screen : List.of("waits", "waits?by=waiter", "tree", "activity", "check-outs")) {
      choose(screen, LAST);
    }
  }

  /** Above and below it there is less room than the pane would like to have. */
  @ParameterizedTest
  @CsvSource({"800, 700", "360, 740"})
  void choosingTheRowInTheMiddle_movesNothing(int width, int height) {
    browser.size(width, height);
    manyRows();
    choose("waits", MIDDLE);
  }

  private void manyRows() {
    for (int n = 10; n < 50; n++) {
      arbiter.acquire(account, id("r" + n), "goro" + n, Operation.DOWNLOAD, "/f/plan.pdf");
      arbiter.acquire(account, id("u" + n), "mina", Operation.UPLOAD, "/f" + n + "/file");
      arbiter.acquire(account, id("d" + n), "otto" + n, Operation.DELETE, "/f" + n);
      arbiter.checkOut(account, id("o" + n), MINA, "/o" + n, Duration.ofMinutes(2), "note " + n);
    }
  }

  private void choose(String screen, String row) {
    String name = screen.split("\\?")[0];
    show(name, screen.contains("?") ? "by=waiter" : name.equals("tree") ? "path=/f/plan.pdf" : "");
    shows("#live", "live");
    soon(() -> assertThat(Double.parseDouble(string(LAST + ".dataset.index"))).isPositive());
    soon(() -> assertThat(string(LAST + ".textContent")).containsPattern("goro|mina|otto"));
    Map<String, List<Double>> before = drawn();
    double top =
        Double.parseDouble(string("globalThis.row = " + row + ", row.getBoundingClientRect().top"));

    browser.run("row.click()");

    shows("#details", "Lock id");
    assertThat(
            Double.parseDouble(
                string("document.querySelector('.row.chosen').getBoundingClientRect().top")))
        .as(screen)
        .isCloseTo(top, within(0.5));
    assertThat(string(COVERED)).as(screen).isEqualTo("false");
    assertStay(before, screen);
    browser.press(Keys.ESCAPE);
    soon(() -> assertThat(browser.text("#details")).isEmpty());
    assertStay(before, screen);
  }

  @Test
  void searchAfterALockWasChosen_beginsInSight() {
    browser.size(800, 700);
    for (int n = 10; n < 50; n++) {
      arbiter.acquire(account, id("r" + n), "goro" + n, Operation.DOWNLOAD, "/f/plan.pdf");
    }
    show("tree", "path=/f/plan.pdf");
    shows("#live", "live");
    soon(() -> assertThat(string(LAST + ".textContent")).contains("goro"));
    browser.run(LAST + ".click()");
    shows("#details", "Lock id");
    browser.press("/");
    browser.press("goro17");
    soon(() -> assertThat(texts("#tree .row")).hasSize(1));
    assertThat(inSight()).isNotEmpty();
    assertThat(string("document.getElementById('tree').scrollTop")).isEqualTo("0");
  }

  @Test
  void chosenLockOfTheAddress_isLookedForBesideRowsThatStay() {
    blockedDeletion();
    browser.beforeEachPage(
        """
        const ask = globalThis.fetch, wait = new Promise(done => { globalThis.answer = done; });
        globalThis.fetch = (address, options) => String(address).startsWith('/api/locks') ? wait.then(() => ask(address, options)) : ask(address, options);""");
    try {
      show("waits", "lock=" + id("u"));
      shows("#waits", "holds up 2");
      shows("#live", "live");
      shows("#details", "looking for " + id("u"));
      Map<String, List<Double>> before = drawn();
      browser.run("globalThis.answer()");
      shows("#details", "Lock id");
      assertStay(before, "found");
    } finally {
      browser.beforeEachPage("");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1440, 1024, 800})
  void whatComesWhileActivityIsRead_movesNothing(int width) {
    browser.size(width, 800);
    for (int n = 0; n < 40; n++) {
      arbiter.acquire(account, id("u" + n), "goro", Operation.UPLOAD, "/Projects/plan " + n);
    }
    show("activity");
    shows("#activity", "plan 39");
    shows("#live", "live");
    browser.press(Keys.HOME, Keys.ARROW_DOWN, Keys.ENTER);
    shows("#details", "Lock id");
    Map<String, List<Double>> before = drawn();
    for (int n = 40; n < 50; n++) {
      arbiter.acquire(account, id("u" + n), "goro", Operation.UPLOAD, "/Projects/plan " + n);
    }
    arbiter.decide(
        new ForceRelease(id("f"), account, new Owner("olga", null), null, id("u3"), "lost"));
    arbiter.publish();
    shows(".forced-strip", "1 end by force");
    shows("#screen .found", "paused, 11 new");
    assertStay(before, "read");
  }

  private List<String> roots() {
    return strings(
        "return [...document.querySelectorAll('#waits .row:has(.blocks) .name')].map(one => one.textContent)");
  }

  @Test
  void orderOfChains_holdsStillWhileARowIsChosen() {
    browser.pointAt(5, 5);
    for (String folder : List.of("a", "b")) {
      arbiter.acquire(account, id("u" + folder), "goro", Operation.UPLOAD, "/" + folder + "/file");
      arbiter.acquire(account, id("d" + folder), "mina", Operation.DELETE, "/" + folder);
    }
    show("waits");
    soon(() -> assertThat(roots()).containsExactly("/a/file", "/b/file"));
    shows("#live", "live");
    browser.press(Keys.HOME, Keys.ENTER);
    shows("#details", "If it went");
    arbiter.acquire(account, id("e"), "otto", Operation.DELETE, "/b");
    shows("#waits", "holds up 2");
    assertThat(roots()).containsExactly("/a/file", "/b/file");
    shows("#screen .legend", "The order holds still while you look at a row");
    browser.press(Keys.ESCAPE);
    arbiter.acquire(account, id("x"), "otto", Operation.DOWNLOAD, "/c");
    soon(() -> assertThat(roots()).containsExactly("/b/file", "/a/file"));
  }

  @Test
  void ringOfTheWholeList_isForThoseWhoUseKeys() {
    blockedDeletion();
    String border = "getComputedStyle(document.getElementById('tree')).borderTopColor";
    show("tree");
    shows("#tree", "Projects");
    soon(() -> assertThat(string("document.activeElement.id")).isEqualTo("tree"));
    assertThat(string(border)).isEqualTo("rgba(0, 0, 0, 0)");
    browser.press("1");
    assertThat(string(border)).isNotEqualTo("rgba(0, 0, 0, 0)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tree", "waits", "activity"})
  void narrowWindow_showsRowsFirst(String screen) {
    blockedDeletion();
    browser.size(800, 800);
    show(screen);
    shows("#screen", "Projects");
    shows("#live", "live");
    long top =
        Math.round(
            Double.parseDouble(
                string("document.querySelector('#screen .row').getBoundingClientRect().top")));
    assertThat(top).isLessThanOrEqualTo(140);
  }
}
