package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** Rows stay where they are while somebody looks at them. */
class SteadyIT extends ConsolePage {
  private static final String SESSION = "5f0c2f0e-8e0d-4f34-9d5d-0d6f3f1f2a77";

  /** Lets end what other tests have left: log time that stands would be told on every screen. */
  @BeforeEach
  void letTimePass() {
    for (int n = 0; n < 3; n++) {
      arbiter.pass(Duration.ofSeconds(61));
      arbiter.decide(new Tick());
    }
    arbiter.publish();
  }

  /** Returns texts and places of the parts of all rows that are wholly in sight, except figures. */
  private List<String> places() {
    return strings(
        """
        const list = document.querySelector('#screen .list').getBoundingClientRect();
        return [...document.querySelectorAll('#screen .row, #screen .row .name, #screen .row .chip, #screen .row .who-text, #screen .row .op')]
          .filter(one => one.closest('.row').getBoundingClientRect().bottom <= list.bottom).map(one => [one, one.getBoundingClientRect()])
          .map(([one, box]) => [one.className.replace('chosen', '').trim(), one.matches('.row') ? '' : one.textContent, box.left, box.top, one.matches('.row') ? box.height : ''].join(' '))""");
  }

  @ParameterizedTest
  @ValueSource(ints = {1280, 800, 360})
  void choosingARow_movesNothing(int width) {
    browser.size(width, 800);
    String path = "/Projects/Harbour/plans/2026/ground floor.dwg";
    arbiter.acquire(account, id("u"), new Owner("goro", SESSION), Operation.UPLOAD, path);
    arbiter.acquire(account, id("d"), "mina", Operation.DELETE, "/Projects");
    for (String screen : List.of("waits", "tree", "activity")) {
      show(screen, screen.equals("tree") ? "path=/Projects/Harbour/plans/2026" : "");
      shows("#screen", "ground floor");
      shows("#live", "live");
      List<String> before = places();
      browser.press(Keys.HOME);
      if (screen.equals("tree")) {
        browser.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
      } else {
        browser.press(Keys.ENTER);
      }
      shows("#details", "Lock id");
      List<String> after = places();
      assertThat(after).as(screen).isNotEmpty();
      assertThat(before).as(screen).startsWith(after.toArray(String[]::new));
    }
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
