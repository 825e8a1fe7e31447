package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/**
 * Nothing beside the details of a chosen lock is cut. Blockers and bars, which are no rows, are
 * neither covered nor moved when they are chosen.
 */
class BesideDetailsIT extends ConsolePage {
  /** The last blocker that is in sight, perhaps in part. */
  private static final String LAST_BLOCKER =
      """
      [...document.querySelectorAll('.blockers button.what')].findLast(one => one.getBoundingClientRect().top + 10 < document.querySelector('#screen .scroll').getBoundingClientRect().bottom)""";

  private static final String TOP = "last.getBoundingClientRect().top";
  private static final String COVERED =
      "(box => document.elementFromPoint(box.left + 8, box.top + 8) !== last)(last.getBoundingClientRect())";
  private static final String RIGHT_END =
      "document.getElementById('lanes').getBoundingClientRect().right - 30";

  /** The middle of the last lane that is wholly in sight; each is as high as the axis. */
  private static final String LAST_LANE =
      "(box => box.top + 30 * Math.floor(box.height / 30) - 15)(document.getElementById('scroller').getBoundingClientRect())";

  private static final String SESSION = "5f0c2f0e-8e0d-4f34-9d5d-0d6f3f1f2a77";

  private final Looks looks = new Looks();

  @BeforeEach
  void letTimePass() {
    endWhatIsLeft();
  }

  private void manyLocks() {
    for (int n = 10; n < 50; n++) {
      arbiter.acquire(account, id("u" + n), "mina", Operation.UPLOAD, "/f/file " + n);
    }
  }

  private double number(String script) {
    return Double.parseDouble(string(script));
  }

  @ParameterizedTest
  @CsvSource({"light, 1280, 800", "dark, 800, 700", "light, 360, 740"})
  void choosingTheLastBlockerInSight_movesNothing(String colours, int width, int height) {
    browser.prefer(colours);
    browser.size(width, height);
    manyLocks();
    show("explain", "operation=DELETE&path=/f");
    shows("#screen", "/f/file 12");
    shows("#live", "live");
    double top = number("globalThis.last = " + LAST_BLOCKER + ", " + TOP);

    browser.run("last.click()");

    shows("#details", "Lock id");
    assertThat(number(TOP)).isCloseTo(top, within(0.5));
    assertThat(string(COVERED)).isEqualTo("false");
    assertThat(looks.faint(browser)).isEmpty();
    looks.picture(browser, "beside-blockers-%s-%d-%d".formatted(colours, width, height));
    browser.press(Keys.ESCAPE);
    soon(() -> assertThat(browser.text("#details")).isEmpty());
    assertThat(number(TOP)).isCloseTo(top, within(0.5));
  }

  @ParameterizedTest
  @CsvSource({"dark, 1280, 800", "light, 800, 700", "dark, 360, 740"})
  void choosingTheLastBarInSight_movesNothing(String colours, int width, int height) {
    browser.prefer(colours);
    browser.size(width, height);
    manyLocks();
    show("timeline");
    soon(
        () ->
            assertThat(string("document.getElementById('lanes').dataset.drawn ?? ''"))
                .isNotEmpty());
    shows("#live", "live");
    browser.press("+", "+", "+", "+", "+", "+");
    double x = number(RIGHT_END);
    double y = number(LAST_LANE);
    // Bars come and grow while the picture follows: a click may meet the place beside one.
    soon(
        () -> {
          browser.pointAt(x, y);
          browser.clickAt(x, y);
          assertThat(browser.text("#details")).contains("/f/file ");
        });
    String chosen = browser.text("#details .lock-path");
    String path = chosen.substring(chosen.indexOf("/f/"));

    // A picture drawn meanwhile takes the words away until the pointer moves.
    soon(
        () -> {
          browser.pointAt(x, y);
          browser.pointAt(x, y - 1);
          assertThat(browser.text("#tip")).contains(path);
        });
    looks.picture(browser, "beside-bars-%s-%d".formatted(colours, width));
  }

  /**
   * With paths as deep as most are, a session and a reason, everything important is visible beside
   * the pane.
   */
  @ParameterizedTest
  @CsvSource({"1280", "800"})
  void paneOfDetails_leavesWhatMattersInSight(int width) {
    String path = "/Projects/Harbour/plans/2026/ground floor and what lies below it.dwg";
    arbiter.acquire(account, id("u"), new Owner("goro", SESSION), Operation.UPLOAD, path);
    arbiter.acquire(account, id("d"), "mina", Operation.DELETE, "/Projects");
    arbiter.acquire(account, id("x"), "otto", Operation.UPLOAD, path + ".part");
    browser.size(width, 800);
    for (String screen : List.of("waits", "tree", "explain", "activity")) {
      show(
          screen,
          switch (screen) {
            case "tree" -> "path=/Projects/Harbour/plans/2026";
            case "explain" -> "operation=DELETE&path=/Projects";
            default -> "";
          });
      shows("#screen", "ground floor");
      shows("#live", "live");
      if (screen.equals("explain")) {
        browser.click("#screen .blockers .what");
      } else {
        browser.press(Keys.HOME);
        if (screen.equals("tree")) {
          browser.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
        } else {
          browser.press(Keys.ENTER);
        }
      }
      shows("#details", "Lock id");
      looks.picture(browser, "details-%s-%d".formatted(screen, width));
      assertThat(
              looks.clipped(
                  browser,
                  "#screen .row .name, #screen .row .time, #screen .blockers span, #screen .blockers .what"))
          .as(screen)
          .isEmpty();
      if (!screen.equals("activity")) {
        assertThat(browser.text("#screen"))
            .as(screen)
            .containsAnyOf("gives up in", "lease ends in", "ends in");
      }
      assertThat(looks.cut(browser)).as(screen).isEmpty();
    }
  }

  /** A list or table beside the details has less room than the window. */
  @Test
  void screensOfAMediumWindow_areCutNowhere() {
    String path = "/Projects/Harbour/plans/2026/ground floor.dwg";
    arbiter.acquire(account, id("u"), new Owner("goro", SESSION), Operation.UPLOAD, path);
    arbiter.acquire(account, id("d"), "mina", Operation.DELETE, "/Projects");
    browser.size(1024, 800);
    for (String screen : List.of("tree", "partitions", "timeline")) {
      show(screen, "lock=" + id("u"));
      shows("#details", "Lock id", "goro");
      shows("#live", "live");
      if (screen.equals("timeline")) {
        shows("#screen .found", "2 locks");
        browser.press("t");
      }
      shows("#screen", screen.equals("partitions") ? "has it" : "goro");
      assertThat(looks.cut(browser)).as(screen).isEmpty();
      assertThat(looks.clipped(browser, "#screen .row .op, #screen .row .time"))
          .as(screen)
          .isEmpty();
      looks.picture(browser, "beside-details-" + screen);
    }
  }

  @Test
  void detailsOnAPhone_leaveRoomForThePicture() {
    blockedDeletion();
    browser.size(360, 740);
    show("timeline", "lock=" + id("u"));
    shows("#details", "Lock id", "goro");
    soon(() -> assertThat(string("document.getElementById('lanes').dataset.drawn")).isEqualTo("3"));
    assertThat(number("document.getElementById('scroller').clientHeight")).isGreaterThan(100);
    assertThat(looks.cut(browser)).isEmpty();
  }

  /** The line that tells what is not shown goes when a lock is chosen. */
  @ParameterizedTest
  @ValueSource(ints = {1440, 1024, 800})
  void choosingABar_leavesThePictureWhereItIs(int width) {
    String top = "document.getElementById('scroller').getBoundingClientRect().top";
    browser.size(width, 800);
    blockedDeletion();
    show("timeline", "lock=no-such-lock");
    shows(".left-out", "The chosen lock is not among those that are known here");
    shows("#unknown-lock", "It is not live");
    String before = string(top);
    browser.run("document.getElementById('lanes').focus()");
    browser.press("n");
    shows("#details", "Lock id", account);
    soon(() -> assertThat(browser.text(".left-out")).isEmpty());
    assertThat(string(top)).isEqualTo(before);
  }
}
