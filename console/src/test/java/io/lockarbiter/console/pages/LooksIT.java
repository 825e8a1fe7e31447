package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/**
 * All screens: with keys alone, in both colour schemes, with malicious names, in windows of two
 * widths.
 */
class LooksIT extends ConsolePage {
  private static final String HTML = "<img src=x onerror=document.title='broken'><script>1";
  private static final String TURNED = "invoice\u202Efdp.exe";
  private static final String UNSEEN =
      "a\u200Bb\u00ADc\u061Cd\u2028e\u3164f\u200Dg\u200C" + Character.toString(0xE0041);

  /** Joiners that do something: a Persian word, and a family. */
  private static final String JOINED =
      "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645 \uD83D\uDC69\u200D\uD83D\uDC67";

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
          case "check-outs" -> "back on Monday";
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
  @MethodSource("someLooks")
  void everyScreen_canBeReadAndIsCutNowhere(Look look) {
    assertReadable(look);
  }

  @ParameterizedTest
  @MethodSource("looks")
  @Tag("nightly")
  void everyScreenInEachLook_canBeReadAndIsCutNowhere(Look look) {
    assertReadable(look);
  }

  private record Look(String colours, int width) {}

  private static Stream<Look> someLooks() {
    return Seeds.some(1, looks());
  }

  private static List<Look> looks() {
    return List.of(
        new Look("light", 1280),
        new Look("dark", 360),
        new Look("dark", 1280),
        new Look("light", 360),
        new Look("light", 800));
  }

  private void assertReadable(Look look) {
    new Scene(arbiter, account).play();
    browser.prefer(look.colours());
    browser.size(look.width(), 800);
    for (String screen : SCREENS) {
      arrange(screen);
      looks.picture(browser, "%s-%s-%d".formatted(screen, look.colours(), look.width()));
      assertThat(looks.faint(browser)).as("too little contrast: " + screen).isEmpty();
      assertThat(looks.cut(browser)).as("cut off: " + screen).isEmpty();
      assertThat(looks.overflow(browser)).as("wider than the window: " + screen).isNotPositive();
    }
    arrange("waits");
    browser.press("f");
    shows("#dialog", "would be granted.");
    browser.press("laptop is broken, asked by phone");
    looks.picture(browser, "force-%s-%d".formatted(look.colours(), look.width()));
    assertThat(looks.faint(browser)).as("too little contrast: dialog").isEmpty();
    assertThat(looks.cut(browser)).as("cut off: dialog").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 360})
  void hostileNames_areShownAndNeverMarkup(int width) {
    String deep = "/" + String.join("/", Collections.nCopies(20, "d".repeat(190)));
    Owner hostile = new Owner(HTML, SESSION);
    arbiter.acquire(account, id("0"), JOINED, Operation.UPLOAD, "/" + UNSEEN);
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
      assertThat(browser.text("#screen"))
          .doesNotContain(
              "\u202E",
              "\u200B",
              "\u061C",
              "\u2028",
              "\u3164",
              "f\u200Dg",
              Character.toString(0xE0041));
      if (!screen.equals("tree")) {
        assertThat(browser.text("#screen")).contains("⟨U+200D⟩g⟨U+200C⟩⟨U+E0041⟩", JOINED);
      }
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

  /** They are long if not all of the requests are shown. */
  @Test
  void wordsAboveManyRows_fitANarrowWindow() {
    arbiter.acquire(account, id("0"), "goro", Operation.UPLOAD, "/line/x");
    for (int n = 1; n < 90; n++) {
      boolean deletes = n % 2 == 1;
      arbiter.acquire(
          account,
          id("" + n),
          "otto" + n,
          deletes ? Operation.DELETE : Operation.UPLOAD,
          deletes ? "/line" : "/line/x");
    }
    browser.size(360, 800);
    show("waits");
    shows("#screen .found", "shown: ");
    assertThat(looks.cut(browser)).isEmpty();
    assertThat(looks.overflow(browser)).isNotPositive();
  }

  @Test
  void accountsOfTheStartPage_stayWhereTheyAre() {
    hurry();
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
