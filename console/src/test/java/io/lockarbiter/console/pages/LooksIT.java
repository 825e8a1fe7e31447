package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/**
 * All screens: with keys alone, in both colour schemes, with malicious names, in windows of two
 * widths.
 */
class LooksIT extends ConsolePage {
  private static final String HTML = "<img src=x onerror=document.title='broken'><script>1";
  private static final String TURNED = "invoice\u202Efdp.exe";
  private static final String UNSEEN = "a\u200Bb\u00ADc";
  private static final String ARABIC =
      "\u0645\u0644\u0641 \u0627\u0644\u062A\u0642\u0631\u064A\u0631";
  private static final String STACKED = "Z" + "\u0301\u0322\u0353".repeat(30) + "algo";
  private static final String LONG = "\u00FC".repeat(127) + "x";
  private static final String SESSION = "5f0c2f0e-8e0d-4f34-9d5d-0d6f3f1f2a77";

  private final Looks looks = new Looks();

  /** Prepares a screen for inspection: selects the first row, if there are rows. */
  private void arrange(String screen) {
    show(
        screen,
        switch (screen) {
          case "tree" -> "path=/docs/2026/harbour";
          case "life" -> "lockId=" + id("delete");
          case "explain" -> "path=/docs";
          default -> "";
        });
    String expected =
        switch (screen) {
          case "tree" -> "docs";
          case "waits" -> "holds up";
          case "life" -> "queued";
          case "explain" -> "It would wait";
          case "partitions" -> "1 partition";
          case "activity" -> "renewed";
          default -> "lanes";
        };
    shows("#screen", expected);
    shows("#live", "live");
    if (screen.equals("waits")) {
      browser.press(Keys.ARROW_DOWN);
      shows("#details", "If it went", "would be granted");
    }
    if (screen.equals("timeline")) {
      soon(
          () ->
              assertThat(string("document.getElementById('lanes')?.dataset.drawn ?? 0"))
                  .isNotEqualTo("0"));
    }
  }

  @Test
  void keysAlone_leadFromScreenToScreen() {
    blockedDeletion();
    show("tree");
    for (int n = 1; n <= SCREENS.size(); n++) {
      browser.press(String.valueOf(n));
      String expected = "#/" + SCREENS.get(n - 1) + "?account=" + account;
      soon(() -> assertThat(string("location.hash")).isEqualTo(expected));
      soon(() -> assertThat(browser.text("#tabs [aria-current=page]")).isNotEmpty());
      soon(
          () ->
              assertThat(
                      string("document.getElementById('screen').contains(document.activeElement)"))
                  .as("focus within " + expected)
                  .isEqualTo("true"));
      assertThat(looks.ring(browser)).as("ring of what has the focus: " + expected).isEmpty();
      browser.press(Keys.ESCAPE);
    }
  }

  @ParameterizedTest
  @CsvSource({"light, 1280", "dark, 360"})
  void everyScreen_canBeReadAndIsCutNowhere(String colours, int width) {
    look(colours, width);
  }

  @ParameterizedTest
  @CsvSource({"dark, 1280", "light, 360", "light, 800"})
  @Tag("nightly")
  void everyScreenInTheOtherWidth_canBeReadAndIsCutNowhere(String colours, int width) {
    look(colours, width);
  }

  private void look(String colours, int width) {
    new Scene(arbiter, account).play();
    browser.prefer(colours);
    browser.size(width, 800);
    for (String screen : SCREENS) {
      arrange(screen);
      looks.picture(browser, "%s-%s-%d".formatted(screen, colours, width));
      assertThat(looks.faint(browser)).as("too little contrast: " + screen).isEmpty();
      assertThat(looks.cut(browser)).as("cut off: " + screen).isEmpty();
      assertThat(looks.overflow(browser)).as("wider than the window: " + screen).isNotPositive();
    }
    arrange("waits");
    browser.press("f");
    shows("#dialog", "would be granted.");
    browser.press("laptop is broken, asked by phone");
    looks.picture(browser, "force-%s-%d".formatted(colours, width));
    assertThat(looks.faint(browser)).as("too little contrast: dialog").isEmpty();
    assertThat(looks.cut(browser)).as("cut off: dialog").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 360})
  void hostileNames_areShownAndNeverMarkup(int width) {
    String deep = "/" + String.join("/", Collections.nCopies(20, "d".repeat(190)));
    Owner hostile = new Owner(HTML, SESSION);
    arbiter.acquire(account, id("1"), TURNED, Operation.UPLOAD, "/" + HTML.replace('/', '|'));
    arbiter.acquire(account, id("2"), hostile, Operation.UPLOAD, "/" + TURNED);
    arbiter.acquire(account, id("3"), new Owner(UNSEEN, SESSION), Operation.UPLOAD, deep);
    arbiter.acquire(
        account, id("4"), new Owner(LONG, SESSION), Operation.UPLOAD, "/" + ARABIC + "/" + STACKED);
    arbiter.acquire(account, id("5"), STACKED, Operation.UPLOAD, "/" + LONG);
    arbiter.acquire(account, id("d"), new Owner(TURNED, SESSION), Operation.DELETE, "/");
    arbiter.decide(
        new ForceRelease(
            id("f"), account, new Owner("olga", null), null, id("1"), "<b>\u202Ereason</b>"));
    arbiter.publish();
    browser.size(width, 800);
    for (String screen : List.of("tree", "waits", "activity", "timeline", "explain")) {
      show(screen, screen.equals("explain") ? "path=/" : "path=/" + ARABIC);
      if (screen.equals("timeline")) {
        soon(
            () ->
                assertThat(string("document.getElementById('lanes')?.dataset.drawn ?? 0"))
                    .isNotEqualTo("0"));
        browser.press("t");
      }
      if (screen.equals("waits")) {
        shows("#waits", "holds up");
        browser.press(Keys.ARROW_DOWN);
        shows("#details", "If it went");
      }
      shows("#screen", "⟨U+202E⟩");
      looks.picture(browser, "hostile-%s-%d".formatted(screen, width));
      assertThat(browser.text("#screen")).doesNotContain("\u202E", "\u200B");
      assertThat(
              browser.run(
                  "return document.querySelectorAll('main img, main b, main script').length"))
          .isEqualTo(0L);
      assertThat(looks.cut(browser)).as("cut off: " + screen).isEmpty();
      assertThat(looks.overflow(browser)).as("wider than the window: " + screen).isNotPositive();
    }
    show("activity");
    shows(".forced-strip", "<b>⟨U+202E⟩reason</b>");
  }

  @Test
  void longSessions_leaveThePathItsPlace() {
    arbiter.acquire(
        account, id("u"), new Owner("goro", SESSION), Operation.UPLOAD, "/Projects/plan.pdf");
    arbiter.acquire(account, id("d"), new Owner("mina", SESSION), Operation.DELETE, "/Projects");
    for (String screen : List.of("waits", "activity")) {
      show(screen);
      shows("#screen", "/Projects/plan.pdf");
      browser.press(Keys.ARROW_DOWN);
      assertThat(looks.cutOf(browser, "#screen .row .name")).as(screen).isEmpty();
    }
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

  @Test
  void accountsOfTheStartPage_stayWhereTheyAre() {
    blockedDeletion();
    arbiter.acquire("acme-a", id("a"), "goro", Operation.UPLOAD, "/a");
    arbiter.acquire("acme-z", id("z"), "goro", Operation.UPLOAD, "/z");
    browser.open("about:blank");
    browser.open(visitor.server());
    String others = ".card:last-child .accounts a";
    soon(() -> assertThat(texts(others)).contains("acme-z").isSorted());
    arbiter.acquire("acme-0", id("0"), "goro", Operation.UPLOAD, "/0");
    soon(() -> assertThat(texts(others)).contains("acme-0").isSorted());
  }

  @Test
  void dark_isAnotherPictureOfTheSame() {
    blockedDeletion();
    show("timeline");
    soon(
        () -> assertThat(string("document.getElementById('lanes')?.dataset.drawn")).isEqualTo("3"));
    String ground = string("getComputedStyle(document.body).backgroundColor");
    String surface = string("painter.colour('surface')");
    browser.prefer("dark");
    soon(() -> assertThat(string("painter.colour('surface')")).isNotEqualTo(surface));
    assertThat(string("getComputedStyle(document.body).backgroundColor")).isNotEqualTo(ground);
  }
}
